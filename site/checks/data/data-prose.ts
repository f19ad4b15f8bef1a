import type { ArticleSource, Prose } from '../article-source.ts';

/** Names under which the data files keep sentences. */
const sentences = new Set([
  'summary',
  'description',
  'purpose',
  'meaning',
  'returns',
  'when',
  'title',
  'notes',
  'causes',
]);

/** The sentences of a data file with their lines, for the rules that look at words. */
export function proseOfData(
  file: string,
  text: string,
): Pick<ArticleSource, 'file' | 'prose' | 'headings' | 'links'> {
  const prose: Prose[] = [];
  let list = false;
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, value] = /^\s*"([\w-]+)": ("(?:[^"\\]|\\.)*"|\[),?$/.exec(line) ?? [];
    if (name !== undefined) {
      list = value === '[' && sentences.has(name);
      if (value !== '[' && value !== undefined && sentences.has(name)) prose.push(proseAt(value, index + 1));
    } else if (list) {
      const item = /^\s*("(?:[^"\\]|\\.)*"),?$/.exec(line)?.[1];
      if (item === undefined) list = false;
      else prose.push(proseAt(item, index + 1));
    }
  }
  return { file, prose, headings: [], links: [] };
}

/** Code, bold and italic are left out, as in an article. */
function proseAt(json: string, line: number): Prose {
  const text: unknown = JSON.parse(json);
  return { text: String(text).replace(/`[^`]*`|\*{1,2}[^*]+\*{1,2}/g, ' '), line, running: false };
}
