import { notOfTheShell } from 'virtual:routes';

/**
 * Whether an encoded path could be a page of the shell. The browser knows no routes; a path that isn't a page reloads
 * with its window.
 */
export function mayBePage(pathname: string): boolean {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  // `/docs/v1.0` can be a page, `/files/form.pdf` is a file.
  return !notOfTheShell.test(pathname) && !/\.(?=[a-z\d]*[a-z])[a-z\d]{1,5}$/i.test(name);
}

/** Path of the link's target if it is another page of this site. */
export function findPageBehind(link: HTMLAnchorElement): string | undefined {
  if (link.origin !== location.origin || link.pathname === location.pathname) return undefined;
  if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return undefined;
  return mayBePage(link.pathname) ? link.pathname : undefined;
}
