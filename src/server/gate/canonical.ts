/**
 * Other ways to write a path, nearest first: without `.html` or `/index.html`, with or without the slash at
 * the end. Whether one of them is a page, the manifest knows.
 */
export function canonicalCandidates(path: string): string[] {
  // A path with an empty or a dotted part is nobody's misspelling of a page.
  if (/\/(?:\.{0,2})\//.test(path) || /\/\.{1,2}$/.test(path)) return [];
  const base = path.replace(/(?:\/index)?(?:\.html)$/, '').replace(/\/$/, '');
  return [base === '' ? '/' : base, `${base}/`].filter(
    (candidate, at, all) => candidate !== path && all.indexOf(candidate) === at,
  );
}
