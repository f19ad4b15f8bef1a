/** A file's text, cut in two. `undefined` block: the file has no front matter. */
export interface CutFile {
  block?: string;
  /** The front matter has no closing fence, and so takes all of the file. */
  unclosed?: true;
  /** Word after the opening fence (`---json`), if any. */
  language: string;
  body: string;
  /** Lines of the file before the first line of `body`. */
  bodyLine: number;
}

const FENCE = '---';

/**
 * Cuts front matter off. An opening fence is the very first thing of the file and no fourth dash follows it;
 * the closing one is the next line that starts with three dashes; without one, all of the file is front matter.
 */
export function cutFrontMatter(source: string): CutFile {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (!text.startsWith(FENCE) || text[FENCE.length] === '-') return { language: '', body: text, bodyLine: 0 };
  const rest = text.slice(FENCE.length);
  const firstLine = /^[^\r\n]*/.exec(rest)?.[0] ?? '';
  const language = /\r?\n/.test(rest) ? firstLine.trim() : '';
  const matter = language ? rest.slice(firstLine.length) : rest;
  const end = matter.indexOf(`\n${FENCE}`);
  if (end === -1) return { block: matter, unclosed: true, language, body: '', bodyLine: countLines(text) };
  const body = matter.slice(end + 1 + FENCE.length).replace(/^\r?\n?/, '');
  return { block: matter.slice(0, end), language, body, bodyLine: countLines(text) - countLines(body) };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
