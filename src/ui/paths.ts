/** Address of a page of this site, out of its unencoded path. */
export function pageHref(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** A link as its author wrote it, encoded as far as it is not encoded yet. */
export function writtenHref(href: string): string {
  return encodeURI(href).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** Path and title of every listed page, for whoever is lost. */
export const TITLES_URL = '/_titles.json';

/** Path of a page as Markdown, out of the page's path; encoded or not, as that one is. */
export function markdownPath(path: string): string {
  return `${path === '/' ? '/index' : path.replace(/\/$/, '')}.md`;
}

/** Path of a page's data file, out of the page's path; encoded or not, as that one is. */
export function pageFilePath(path: string): string {
  return path === '/' ? '/_page/index.json' : `/_page${path}.json`;
}
