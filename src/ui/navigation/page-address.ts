/** The results page is made for each query by the server. */
const notPages = /^\/(?:_|auth\/|1\/|login$|setup$|invite$|api\/|search$|healthz$|readyz$)/;

/**
 * Whether an (encoded) path may be a page of the shell. No route is known in the browser; a path that turns out
 * to be none is loaded as a whole.
 */
export function mayBePage(pathname: string): boolean {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  // `/docs/v1.0` may be a page, `/files/form.pdf` is a file.
  return !notPages.test(pathname) && !/\.(?=[a-z\d]*[a-z])[a-z\d]{1,5}$/i.test(name);
}

/** The path a link leads to when it leads to another page of this site. */
export function pageBehind(link: HTMLAnchorElement): string | undefined {
  if (link.origin !== location.origin || link.pathname === location.pathname) return undefined;
  if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return undefined;
  return mayBePage(link.pathname) ? link.pathname : undefined;
}
