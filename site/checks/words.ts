import {
  availableFeatures,
  errorMessages,
  formControls,
  jsMembers,
  permissionKeys,
  phpFunctions,
} from '../src/reference/data.ts';
import { openApi } from '../src/reference/openapi/endpoints.ts';
import type { ArticleSource, Prose } from './article-source.ts';
import type { Found, Manual, SiteFile } from './rule.ts';

/** Texts that the rules about words check. */
type Words = Pick<ArticleSource, 'file' | 'prose' | 'headings' | 'links'>;

/** Data whose sentences readers see. */
const dataFiles = [
  ...[openApi, phpFunctions, jsMembers, formControls, permissionKeys, errorMessages, availableFeatures].map(
    ({ file }) => file,
  ),
  'docs/_data/categories.json',
];

/**
 * Lists everything that readers see as sentences: articles, and the data from which components write
 * sections.
 */
export function listWords({ articles, file }: Manual): readonly Words[] {
  return [...articles, ...dataFiles.map((name) => readWordsOfData(file(name)))];
}

/** Lists the matches of the pattern in these lines. */
export function findMatches(
  lines: readonly { text: string; line: number }[],
  pattern: RegExp,
  messageOf: (words: string) => string,
): Found[] {
  return lines.flatMap(({ text, line }) =>
    [...text.matchAll(pattern)].map(([words]) => ({ line, message: messageOf(words) })),
  );
}

/** Names under which the data files keep sentences. */
const sentences = new Set([
  'summary',
  'description',
  'purpose',
  'meaning',
  'note',
  'returns',
  'when',
  'title',
  'notes',
  'causes',
]);

/** The sentences of a data file with their lines, for the rules that look at words. */
function readWordsOfData({ file, text }: SiteFile): Words {
  const prose: Prose[] = [];
  let isList = false;
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, value] = /^\s*"([\w-]+)": ("(?:[^"\\]|\\.)*"|\[),?$/.exec(line) ?? [];
    if (name !== undefined) {
      isList = value === '[' && sentences.has(name);
      if (value !== '[' && value !== undefined && sentences.has(name))
        prose.push(readProseAt(value, index + 1));
    } else if (isList) {
      const item = /^\s*("(?:[^"\\]|\\.)*"),?$/.exec(line)?.[1];
      if (item === undefined) isList = false;
      else prose.push(readProseAt(item, index + 1));
    }
  }
  return { file, prose, headings: [], links: [] };
}

/** Code, bold and italic are left out, as in an article. */
function readProseAt(json: string, line: number): Prose {
  const text: unknown = JSON.parse(json);
  return { text: String(text).replace(/`[^`]*`|\*{1,2}[^*]+\*{1,2}/g, ' '), line, running: false };
}
