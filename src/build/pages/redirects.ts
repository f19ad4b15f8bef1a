import type { Redirect, Site } from '../../model/site.ts';

/**
 * Redirects that the server answers besides the pages: the owner's own come first, then pages and documents made of a
 * `<Redirect>`, `/docs` to the main document, and addresses of a folder with a space in its name, written without it.
 */
export function redirectsOf(site: Site, routes: readonly string[]): Redirect[] {
  const pages = new Set(routes);
  const redirects = new Map<string, string>();
  const add = (from: string, to: string) => {
    if (!pages.has(from) && from !== to && !redirects.has(from)) redirects.set(from, to);
  };
  for (const { from, to } of site.redirects) add(from, to);
  const redirectPages = [...site.docs, ...site.pages].filter(({ redirect }) => redirect !== undefined);
  const visiblePaths = new Set([...routes, ...redirectPages.map(({ path }) => path)]);
  for (const { path, redirect = path } of redirectPages) {
    // No redirect leads to a page that this reader may not see.
    if (visiblePaths.has(redirect.replace(/[?#].*$/s, ''))) add(path, redirect);
  }
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  for (const { version } of site.sets) {
    const main = docs.get(version.mainDocId);
    // `/docs/` as a page of its own answers for `/docs` too: the server corrects the slash.
    if (main && !pages.has(`${version.path}/`)) add(version.path, main.path);
  }
  for (const path of routes) if (path.includes(' ')) add(path.replaceAll(' ', ''), path);
  return [...redirects].map(([from, to]) => ({ from, to }));
}
