import { buildPageFileUrl } from '../../model/urls.ts';
import type { PageFile } from '../page-data.ts';
import { toView, type View } from '../view.ts';

/** The session has ended: the reader must sign in to see the page. */
export class SessionEnded extends Error {}

/** Time for which browsers use a prefetched file without revalidating. */
const TRUSTED_MS = 5 * 60_000;
const KEPT_PAGES = 60;

export interface PageLoader {
  /** Loads the page at an encoded path. Throws `SessionEnded`, or the reason for the failure. */
  load: (pathname: string) => Promise<View>;
  /** Stores the page shown first. */
  keep: (pathname: string, view: View) => void;
  has: (pathname: string) => boolean;
}

/** Loads pages and caches them, newest last. `shell`: version of this shell, which the data has to match. */
export function createPageLoader(shell: string): PageLoader {
  const pages = new Map<string, { view: Promise<View>; at: number }>();

  const keep = (pathname: string, view: Promise<View>) => {
    pages.delete(pathname);
    pages.set(pathname, { view, at: Date.now() });
    for (const oldest of pages.keys()) {
      if (pages.size <= KEPT_PAGES) break;
      pages.delete(oldest);
    }
  };
  const has = (pathname: string) => Date.now() - (pages.get(pathname)?.at ?? 0) < TRUSTED_MS;

  return {
    has,
    keep: (pathname, view) => keep(pathname, Promise.resolve(view)),
    load: (pathname) => {
      const cachedPage = pages.get(pathname);
      if (cachedPage && has(pathname)) return cachedPage.view;
      const view = fetchPage(pathname, shell);
      keep(pathname, view);
      view.catch(() => pages.delete(pathname));
      return view;
    },
  };
}

async function fetchPage(pathname: string, shell: string): Promise<View> {
  const response = await fetch(buildPageFileUrl(pathname));
  if (response.status === 401) throw new SessionEnded();
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const file = (await response.json()) as PageFile;
  if (file.shell !== shell) throw new Error('The site changed.');
  return toView(file.page);
}
