import { pageFilePath } from '../paths.ts';
import { pageBehind } from './page-address.ts';
import type { PageLoader } from './page-loader.ts';

/** Links in view are many: a few at a time leave the network to what the reader asks for. */
const AT_A_TIME = 4;

export interface Prefetcher {
  /** Looks at the links of the page that is shown now. */
  lookAround: () => void;
  /** True when the page's data was asked for ahead and did not come. */
  failed: (pathname: string) => boolean;
}

/** Asks for the data of pages ahead: of links in view, and of links under the pointer or the focus. */
export function startPrefetching(loader: PageLoader): Prefetcher {
  const asked = new Set<string>();
  const failures = new Set<string>();
  const waiting: string[] = [];
  let underway = 0;

  const next = () => {
    while (underway < AT_A_TIME) {
      const pathname = waiting.shift();
      if (pathname === undefined) return;
      underway++;
      void prefetch(pathname, loader)
        .catch(() => {
          console.warn(`The page at ${pathname} could not be fetched ahead; it will be loaded as a whole.`);
          failures.add(pathname);
        })
        .finally(() => {
          underway--;
          next();
        });
    }
  };
  const want = (link: HTMLAnchorElement, urgent: boolean) => {
    const pathname = pageBehind(link);
    if (pathname === undefined || isFrugal() || loader.has(pathname)) return;
    const place = waiting.indexOf(pathname);
    if (asked.has(pathname) && !(urgent && place > 0)) return;
    if (place >= 0) waiting.splice(place, 1);
    asked.add(pathname);
    if (urgent) waiting.unshift(pathname);
    else waiting.push(pathname);
    next();
  };

  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      inView.unobserve(target);
      want(target, false);
    }
  });
  const approached = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link) want(link, true);
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

function prefetch(pathname: string, loader: PageLoader): Promise<unknown> {
  const link = document.createElement('link');
  // Without such links, a plain request that waits behind all others.
  if (!link.relList.supports('prefetch')) return loader.load(pathname);
  return new Promise((resolve, reject) => {
    link.rel = 'prefetch';
    link.as = 'fetch';
    link.href = pageFilePath(pathname);
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  }).finally(() => link.remove());
}

interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** On a slow or metered network nothing is fetched that nobody asked for. */
function isFrugal(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1);
}
