import { runInBackground } from '../../shared/in-background.ts';
import { findPageBehind } from './page-address.ts';
import type { PageLoader } from './page-loader.ts';

/** Prefetches at a time. Few, to leave the network to what the reader asks for. */
const AT_A_TIME = 4;
const WARNED_AFTER_MS = 1_000;

export interface Prefetcher {
  /** Observes the links of the current page. */
  lookAround: () => void;
  /** Whether prefetching the page failed. */
  hasFailed: (pathname: string) => boolean;
}

/**
 * Prefetches pages: links in view, and links under the pointer or focus. Does nothing if pages load with their window,
 * which doesn't use the data.
 */
export function startPrefetching(loader: PageLoader): Prefetcher {
  if (!('navigation' in window)) return { lookAround: () => {}, hasFailed: () => false };
  const hintedPaths = new Set<string>();
  const failures = new Set<string>();
  const waitingUrls: string[] = [];
  let underway = 0;

  const noteFailure = (pathname: string) => {
    failures.add(pathname);
    const warning = `Not fetched ahead, so loaded as a whole: ${pathname}`;
    // Leaving a page cancels its requests, which isn't a failure: the page is gone before it warns.
    setTimeout(() => console.warn(warning), WARNED_AFTER_MS);
  };
  const fetchNext = () => {
    while (underway < AT_A_TIME) {
      const pathname = waitingUrls.shift();
      if (pathname === undefined) return;
      underway++;
      runInBackground(
        import('./prefetch.ts')
          // The reader may have approached the link meanwhile.
          .then(({ prefetch }) => (loader.has(pathname) ? undefined : prefetch(pathname)))
          .catch(() => noteFailure(pathname))
          .finally(() => {
            underway--;
            fetchNext();
          }),
      );
    }
  };
  const findNewPath = (link: HTMLAnchorElement): string | undefined => {
    const pathname = findPageBehind(link);
    const isKnown = pathname === undefined || loader.has(pathname) || failures.has(pathname);
    return isKnown || isFrugal() ? undefined : pathname;
  };

  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      inView.unobserve(target);
      const pathname = findNewPath(target);
      if (pathname === undefined || hintedPaths.has(pathname)) continue;
      hintedPaths.add(pathname);
      waitingUrls.push(pathname);
    }
    fetchNext();
  });
  // Probably the next page, so it is loaded into memory for the click.
  const prefetchApproached = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const pathname = link ? findNewPath(link) : undefined;
    if (pathname !== undefined) loader.load(pathname).catch(() => noteFailure(pathname));
  };
  addEventListener('pointerover', prefetchApproached, { passive: true });
  addEventListener('focusin', prefetchApproached);

  return {
    lookAround: () => {
      inView.disconnect();
      runWhenIdle(() => {
        for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) inView.observe(link);
      });
    },
    hasFailed: (pathname) => failures.has(pathname),
  };
}

interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the network is slow or metered, so nothing is prefetched. */
export function isFrugal(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

export function runWhenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1);
}
