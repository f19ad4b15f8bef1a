import { toCanonicalText } from '../../shared/canonical-text.ts';
import { mergeSlashes } from './merge-slashes.ts';

/**
 * Other spellings of a path that the manifest may contain, the most similar first: in normalized Unicode, without `.html`
 * or `/index.html`, with or without a slash at the end, or with the suffix that a web server would add for a static file
 * (`/demo.html` and `/demo/index.html` for `/demo` and `/demo/`). Several slashes in a row count as one, as for nginx and
 * the server of Docusaurus.
 */
export function listCanonicalCandidates(path: string): string[] {
  // A path with a dot segment isn't a misspelled page path.
  if (/\/\.{1,2}(?:\/|$)/.test(path)) return [];
  const canonicalPath = toCanonicalText(mergeSlashes(path));
  const withoutSlash = canonicalPath.replace(/\/$/, '');
  const base = withoutSlash.replace(/(?:\/index)?\.html$/, '');
  const candidates = [canonicalPath, base === '' ? '/' : base, `${base}/`];
  if (withoutSlash !== '') candidates.push(withoutSlash);
  if (base !== '') candidates.push(`${base}.html`, `${base}/index.html`);
  return [...new Set(candidates)].filter((candidate) => candidate !== path);
}
