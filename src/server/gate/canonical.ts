import { canonicalText } from '../../shared/canonical-text.ts';

/**
 * Other spellings of a path that the manifest may contain, the most similar first: in normalized Unicode, without `.html`
 * or `/index.html`, with or without a slash at the end, or with the suffix that a web server would add for a static file
 * (`/demo.html` and `/demo/index.html` for `/demo` and `/demo/`).
 */
export function canonicalCandidates(path: string): string[] {
  // A path with an empty segment or a dot segment isn't a misspelled page path.
  if (/\/(?:\.{0,2})\//.test(path) || /\/\.{1,2}$/.test(path)) return [];
  const canonical = canonicalText(path);
  const withoutSlash = canonical.replace(/\/$/, '');
  const base = withoutSlash.replace(/(?:\/index)?\.html$/, '');
  const candidates = [canonical, base === '' ? '/' : base, `${base}/`];
  if (withoutSlash !== '') candidates.push(withoutSlash);
  if (base !== '') candidates.push(`${base}.html`, `${base}/index.html`);
  return [...new Set(candidates)].filter((candidate) => candidate !== path);
}
