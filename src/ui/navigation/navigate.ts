import { hasPublic } from 'virtual:site/has';
import { PROGRESS_BAR_DELAY_MS } from '../../config/constants.ts';
import { READING_URL } from '../../model/urls.ts';
import { inBackground } from '../../shared/in-background.ts';
import type { ShellConfig } from '../page-data.ts';
import { announce } from '../shell/announcer.tsx';
import { drawAtOnce } from '../shell/draw-in-steps.ts';
import { closeDrawer } from '../shell/drawer.ts';
import { pageIsLate } from '../shell/loading.tsx';
import type { View } from '../view.ts';
import { mayBePage } from './page-address.ts';
import { type PageLoader, SessionEnded } from './page-loader.ts';
import type { Prefetcher } from './prefetch.ts';
import { goToSignIn, leaveIfSignedOut } from './session.ts';
import { formatTitle, type SiteName } from './titles.ts';

interface NavigationParts {
  site: SiteName & Pick<ShellConfig, 'visitor'>;
  loader: PageLoader;
  prefetcher: Prefetcher;
  /** Puts the page on the screen before it returns. */
  show: (view: View) => void;
}

/** Moves between pages without loading the shell again, where the browser has the Navigation API. */
export function startNavigation(parts: NavigationParts): void {
  if (!('navigation' in window)) {
    // Before the browser scrolls to it: a heading that is still to be drawn has no place.
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a[href*="#"]')) drawAtOnce();
    });
    return;
  }
  if (history.scrollRestoration === 'manual') {
    // Set by `loadWhole` for this load alone: the browser keeps it with the entry.
    history.scrollRestoration = 'auto';
    findElement(location.hash)?.scrollIntoView();
  }
  let shownPath = location.pathname;
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url);
    if (event.hashChange) drawAtOnce();
    if (!isForShell(event, url, shownPath) || parts.prefetcher.failed(url.pathname)) return;
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
  // A place on the page; but while a page is on its way, its address stands already and the page does not.
  if (event.hashChange) return url.pathname !== shownPath;
  // `history.pushState` by a part of the page, or a step back within it: the page stays.
  if (event.destination.sameDocument)
    return event.navigationType === 'traverse' && url.pathname !== shownPath;
  return true;
}

/** True when the page is shown. */
async function goTo(url: URL, event: NavigateEvent, parts: NavigationParts): Promise<boolean> {
  const late = setTimeout(() => pageIsLate.set(true), PROGRESS_BAR_DELAY_MS);
  let view: View;
  try {
    view = await parts.loader.load(url.pathname);
  } catch (error) {
    if (event.signal.aborted) return false;
    if (error instanceof SessionEnded) goToSignIn(url.pathname + url.search + url.hash);
    else loadWhole(url, error);
    return false;
  } finally {
    clearTimeout(late);
    // A later navigation waits on its own.
    if (!event.signal.aborted) pageIsLate.set(false);
  }
  if (event.signal.aborted) return false;
  closeDrawer();
  // Before the page, which puts another title in place when it crashes.
  document.title = formatTitle(view, parts.site);
  const isNew = event.navigationType === 'push' || event.navigationType === 'replace';
  if (isNew && url.hash === '') window.drawInSteps(2);
  else drawAtOnce();
  document.documentElement.className = view.page.versionClass ?? '';
  parts.show(view);
  if (isNew) scrollTo(0, 0);
  event.scroll();
  focusTarget(event.navigationType === 'traverse' ? '' : url.hash);
  onceDrawn(() => {
    announce(document.title);
    if (hasPublic && parts.site.visitor) return;
    tellOpened(view.page.path);
    parts.prefetcher.lookAround();
    // What was fetched earlier does not know whether the session still holds, nor what is announced.
    inBackground(leaveIfSignedOut());
  });
  return true;
}

/** What can wait until the reader sees the page. */
function onceDrawn(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/**
 * The address is in place already: the window loads it as it stands. By itself a reload goes back to where the window
 * was scrolled, and not to the section that the address names: `startNavigation` does that instead.
 */
function loadWhole(url: URL, error: unknown): void {
  console.warn(`The page at ${url.pathname} could not be shown here; loading it as a whole.`, error);
  history.scrollRestoration = 'manual';
  location.reload();
}

/** Where a screen reader goes on reading: the place that the address names, else the page's heading. */
function focusTarget(hash: string): void {
  const target =
    findElement(hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The element that a fragment names. */
function findElement(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    // `50%` is no escape sequence.
    return document.getElementById(id);
  }
}

/** Pages that the shell shows are counted as those are that the server sends: by page, and by nobody. */
function tellOpened(path: string): void {
  navigator.sendBeacon(READING_URL, new URLSearchParams({ page: path }));
}
