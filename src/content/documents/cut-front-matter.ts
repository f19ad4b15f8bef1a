/** A file split into front matter and body. */
interface CutFile {
  /** Text between the fences, from the opening one on. Undefined without front matter. */
  block?: string;
  /** True if there is no closing fence. */
  unclosed?: boolean;
  /** Word after the opening fence. Empty for YAML. */
  language: string;
  body: string;
}

const FENCE = '---';

/**
 * Splits off the front matter. The opening fence is the very start of the file, not followed by a fourth dash. The
 * closing fence is the next line that starts with three dashes. Without one the whole file is front matter.
 */
export function cutFrontMatter(source: string): CutFile {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (!text.startsWith(FENCE) || text[FENCE.length] === '-') return { language: '', body: text };
  const rest = text.slice(FENCE.length);
  const firstLine = /^[^\r\n]*/.exec(rest)?.[0] ?? '';
  const language = /\r?\n/.test(rest) ? firstLine.trim() : '';
  const matter = language ? rest.slice(firstLine.length) : rest;
  const end = matter.indexOf(`\n${FENCE}`);
  if (end === -1) return { block: matter, unclosed: true, language, body: '' };
  const body = matter.slice(end + 1 + FENCE.length).replace(/^\r?\n?/, '');
  return { block: matter.slice(0, end), language, body };
}
