import { inBackground } from '../../shared/in-background.ts';
import { pageBehind } from './page-address.ts';
import type { PageLoader } from './page-loader.ts';

/** Links in view are many: a few at a time leave the network to what the reader asks for. */
const AT_A_TIME = 4;
const WARNED_AFTER_MS = 1_000;

export interface Prefetcher {
  /** Looks at the links of the page that is shown now. */
  lookAround: () => void;
  /** True when the page's data was asked for ahead and did not come. */
  failed: (pathname: string) => boolean;
}

/**
 * Asks for the data of pages ahead: of links in view, and of links under the pointer or the focus. Nothing where each
 * page is loaded with its window, which has no use for the data.
 */
export function startPrefetching(loader: PageLoader): Prefetcher {
  if (!('navigation' in window)) return { lookAround: () => {}, failed: () => false };
  const hinted = new Set<string>();
  const failures = new Set<string>();
  const waiting: string[] = [];
  let underway = 0;

  const noteFailure = (pathname: string) => {
    failures.add(pathname);
    const warning = `Not fetched ahead, so loaded as a whole: ${pathname}`;
    // A page that is left ends what it is fetching, which is no failure: it is gone before it could warn.
    setTimeout(() => console.warn(warning), WARNED_AFTER_MS);
  };
  const next = () => {
    while (underway < AT_A_TIME) {
      const pathname = waiting.shift();
      if (pathname === undefined) return;
      underway++;
      inBackground(
        import('./hint.ts')
          .then((hints) => hints.hint(pathname))
          .catch(() => noteFailure(pathname))
          .finally(() => {
            underway--;
            next();
          }),
      );
    }
  };
  const findNewPath = (link: HTMLAnchorElement): string | undefined => {
    const pathname = pageBehind(link);
    const isKnown = pathname === undefined || loader.has(pathname) || failures.has(pathname);
    return isKnown || isFrugal() ? undefined : pathname;
  };

  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      inView.unobserve(target);
      const pathname = findNewPath(target);
      if (pathname === undefined || hinted.has(pathname)) continue;
      hinted.add(pathname);
      waiting.push(pathname);
    }
    next();
  });
  // Likely the next page: it is taken into memory, so that the click finds it there.
  const approached = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const pathname = link ? findNewPath(link) : undefined;
    if (pathname !== undefined) loader.load(pathname).catch(() => noteFailure(pathname));
  };
  addEventListener('pointerover', approached, { passive: true });
  addEventListener('focusin', approached);

  return {
    lookAround: () => {
      inView.disconnect();
      whenIdle(() => {
        for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) inView.observe(link);
      });
    },
    failed: (pathname) => failures.has(pathname),
  };
}

interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** On a slow or metered network nothing is fetched that nobody asked for. */
export function isFrugal(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1);
}
