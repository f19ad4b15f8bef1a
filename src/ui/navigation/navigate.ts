import { hasInsights, hasPublic } from 'virtual:site/has';
import { PROGRESS_BAR_DELAY_MS } from '../../config/constants.ts';
import { READING_URL } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import type { ShellConfig } from '../page-data.ts';
import { needsFurtherStyle } from '../pages/further-pages.ts';
import { announce } from '../shell/announcer.tsx';
import { drawAtOnce } from '../shell/drawing/draw-in-steps.ts';
import { pageIsLate, waitingPage } from '../shell/drawing/loading.tsx';
import { closeDrawer } from '../shell/sidebar/drawer.ts';
import type { View } from '../view.ts';
import { askSession } from './ask-session.ts';
import { mayBePage } from './page-address.ts';
import { type PageLoader, SessionEnded } from './page-loader.ts';
import { goToSignIn, leaveIfSignedOut } from './session.ts';
import type { Prefetcher } from './start-prefetching.ts';
import { formatTitle, type SiteName } from './titles.ts';

interface NavigationParts {
  site: SiteName & Pick<ShellConfig, 'visitor'>;
  loader: PageLoader;
  prefetcher: Prefetcher;
  /** Shows the page before it returns. */
  show: (view: View) => void;
}

/** Navigates without reloading the shell, if the browser has the Navigation API. */
export function startNavigation(parts: NavigationParts): void {
  if (!('navigation' in window)) {
    // A heading that isn't drawn yet has no position, so draw it before the browser scrolls to it.
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a[href*="#"]')) drawAtOnce();
    });
    return;
  }
  if (history.scrollRestoration === 'manual') {
    // Reset what `loadWhole` set for this load only: the browser stores it with the history entry.
    history.scrollRestoration = 'auto';
    findElement(location.hash)?.scrollIntoView();
  }
  unfoldSection(location.hash);
  let shownPath = location.pathname;
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url);
    waitingPage.set(undefined);
    if (event.hashChange) {
      drawAtOnce();
      unfoldSection(url.hash);
    }
    if (!isForShell(event, url, shownPath)) return;
    event.intercept({
      scroll: 'manual',
      focusReset: 'manual',
      handler: async () => {
        if (await goTo(url, event, parts)) shownPath = url.pathname;
      },
    });
  });
}

function isForShell(event: NavigateEvent, url: URL, shownPath: string): boolean {
  if (!event.canIntercept || event.downloadRequest !== null || event.formData) return false;
  if (event.navigationType === 'reload' || url.origin !== location.origin || !mayBePage(url.pathname))
    return false;
  // A fragment of this page. While another page is loading, the URL has already changed but the page hasn't.
  if (event.hashChange) return url.pathname !== shownPath;
  // `history.pushState` by a part of the page, or a step back within it.
  if (event.destination.sameDocument)
    return event.navigationType === 'traverse' && url.pathname !== shownPath;
  return true;
}

/** Returns true once the page is shown. */
async function goTo(url: URL, event: NavigateEvent, parts: NavigationParts): Promise<boolean> {
  const lateTimer = setTimeout(() => pageIsLate.set(true), PROGRESS_BAR_DELAY_MS);
  let view: View;
  try {
    if (parts.prefetcher.hasFailed(url.pathname)) throw new Error('Not fetched ahead.');
    view = await parts.loader.load(url.pathname);
    if (needsFurtherStyle(view.page))
      await import('../pages/further-style.ts').then((further) => further.adoptFurtherStyle());
  } catch (error) {
    const isReachable = error instanceof SessionEnded || (await canReachServer());
    if (event.signal.aborted) return false;
    if (error instanceof SessionEnded) goToSignIn(url.pathname + url.search + url.hash);
    else if (isReachable) loadWhole(url, error);
    else waitForNetwork(() => navigation.navigate(url.href, { history: 'replace' }));
    return false;
  } finally {
    clearTimeout(lateTimer);
    // A later navigation shows its own progress.
    if (!event.signal.aborted) pageIsLate.set(false);
  }
  if (event.signal.aborted) return false;
  closeDrawer();
  // Set before the page renders, which sets another title if it crashes.
  document.title = formatTitle(view, parts.site);
  const isNew = event.navigationType === 'push' || event.navigationType === 'replace';
  if (isNew && url.hash === '') window.drawInSteps(2);
  else drawAtOnce();
  document.documentElement.className = view.page.versionClass ?? '';
  parts.show(view);
  if (isNew) scrollTo(0, 0);
  event.scroll();
  focusTarget(event.navigationType === 'traverse' ? '' : url.hash);
  runOnceDrawn(() => {
    announce(document.title);
    if (hasPublic && parts.site.visitor) return;
    tellOpened(view.page.path);
    parts.prefetcher.lookAround();
    // Prefetched data doesn't tell whether the session is still valid, nor the announcement.
    runInBackground(leaveIfSignedOut());
  });
  return true;
}

/** Runs work after the page has been painted. */
function runOnceDrawn(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Browsers say that they are online in any network, so only an answer of the server proves it. */
export const canReachServer = () =>
  askSession().then(
    () => true,
    () => false,
  );

/** Stays on the page, says why, and opens what the reader wants when the network is back. */
export function waitForNetwork(open: () => void): void {
  const openOnce = () => {
    if (waitingPage.get() !== openOnce) return;
    waitingPage.set(undefined);
    open();
  };
  waitingPage.set(openOnce);
  addEventListener('online', openOnce, { once: true });
}

/**
 * Loads the page with its window. The URL has already changed. A reload would restore the scroll position instead of
 * scrolling to the fragment, so `startNavigation` does that.
 */
function loadWhole(url: URL, error: unknown): void {
  console.warn(`${url.pathname} couldn't be shown.`, error);
  history.scrollRestoration = 'manual';
  location.reload();
}

/** Element where screen readers continue: the target of the fragment, else the page's heading. */
function focusTarget(hash: string): void {
  unfoldSection(hash);
  const target =
    findElement(hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A link to a heading shows what is folded before the next one. Browsers unfold only what contains the target. */
function unfoldSection(hash: string): void {
  let section = findElement(hash)?.nextElementSibling;
  while (section && !/^(?:H\d|DETAILS)$/.test(section.tagName)) section = section.nextElementSibling;
  if (section instanceof HTMLDetailsElement) section.open = true;
}

/** The element that a fragment names. */
function findElement(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    // `50%` isn't a valid escape sequence.
    return document.getElementById(id);
  }
}

/** Counts pages shown by the shell like those sent by the server: anonymously. */
function tellOpened(path: string): void {
  if (hasInsights) navigator.sendBeacon(READING_URL, new URLSearchParams({ page: path }));
}
