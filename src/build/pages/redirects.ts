import type { Redirect, Site } from '../../model/site.ts';

/**
 * Lists the site's redirects: first the owner's, then pages and documents made of a `<Redirect>`, `/docs` to the main
 * document, and paths with spaces, written without them.
 */
export function listRedirects(site: Site, routes: readonly string[]): Redirect[] {
  const pages = new Set(routes);
  const redirects = new Map<string, string>();
  const add = (from: string, to: string) => {
    if (!pages.has(from) && from !== to && !redirects.has(from)) redirects.set(from, to);
  };
  for (const { from, to } of site.redirects) add(from, to);
  const redirectPages = [...site.docs, ...site.pages].filter(({ redirect }) => redirect !== undefined);
  const visiblePaths = new Set([...routes, ...redirectPages.map(({ path }) => path)]);
  for (const { path, redirect = path } of redirectPages) {
    // A redirect must not lead to a page that its reader may not see.
    if (visiblePaths.has(redirect.replace(/[?#].*$/s, ''))) add(path, redirect);
  }
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  for (const { version } of site.sets) {
    const main = docs.get(version.mainDocId);
    // If `/docs/` is a page, the server corrects the slash of `/docs`.
    if (main && !pages.has(`${version.path}/`)) add(version.path, main.path);
  }
  for (const path of routes) if (path.includes(' ')) add(path.replaceAll(' ', ''), path);
  return [...redirects].map(([from, to]) => ({ from, to }));
}
