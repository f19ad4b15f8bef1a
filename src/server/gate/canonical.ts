import { canonicalText } from '../../shared/canonical-text.ts';

/**
 * Other ways to write a path, nearest first: in the other form of Unicode, without `.html` or `/index.html`, with or
 * without the slash at the end, or with what a web server would add for a file of the static folders: `/demo` and
 * `/demo/` for `/demo.html` and `/demo/index.html`. The manifest knows which of them exists.
 */
export function canonicalCandidates(path: string): string[] {
  // A path with an empty or a dotted part isn't a misspelling of an address.
  if (/\/(?:\.{0,2})\//.test(path) || /\/\.{1,2}$/.test(path)) return [];
  const canonical = canonicalText(path);
  const withoutSlash = canonical.replace(/\/$/, '');
  const base = withoutSlash.replace(/(?:\/index)?\.html$/, '');
  const candidates = [canonical, base === '' ? '/' : base, `${base}/`];
  if (withoutSlash !== '') candidates.push(withoutSlash);
  if (base !== '') candidates.push(`${base}.html`, `${base}/index.html`);
  return [...new Set(candidates)].filter((candidate) => candidate !== path);
}
