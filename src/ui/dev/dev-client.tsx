import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { DEV_CHANGES_URL, DEV_PAGE_URL } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { App } from '../app.tsx';
import { listenForActions } from '../article/actions.ts';
import { firstScripts } from '../live/first-scripts.ts';
import { startNavigation } from '../navigation/navigate.ts';
import { formatTitle } from '../navigation/titles.ts';
import type { PageData, PageEnvelope } from '../page-data.ts';
import { listenForSearchKeys } from '../search-keys.ts';
import { PAGE_ID, ROOT_ID } from '../shell/element-ids.ts';
import { learnReaderName } from '../shell/navbar/reader-name.ts';
import { closeDrawerOnWideScreen } from '../shell/sidebar/drawer.ts';
import { followTheme } from '../shell/theme.ts';
import { readShownHtml, toView, type View } from '../view.ts';
import type { DevPage, DevProblem } from './dev-page.ts';

/** How long a page waits before it asks again a preview that is being restarted. */
const RETRY_MS = 500;

/** Starts the shell with pages that aren't cached and that update while open. */
function start(rootElement: HTMLElement, { site, shell, page }: PageEnvelope): void {
  const inner = removeDrawingMarks(readShownHtml(document));
  const createApp = (view: View) => <App config={site} view={view} />;
  const root = hydrateRoot(rootElement, createApp({ page, inner }));
  /** Browsers serialise HTML in their own way. Comparing it in that form keeps an unchanged article in place. */
  const createView = (loadedPage: PageData): View => {
    const view = toView(loadedPage);
    return loadedPage.path === page.path && parseLikeBrowser(view.inner) === inner
      ? { ...view, inner }
      : view;
  };
  const show = (view: View) => flushSync(() => root.render(createApp(view)));

  const load = async (pathname: string): Promise<View> => {
    const loadedPage = await fetchPage(pathname);
    if (loadedPage?.shell !== shell) throw new Error('The preview has another page, or another shell.');
    showProblems(loadedPage.problems);
    return createView(loadedPage.page);
  };
  startNavigation({
    site,
    loader: { load, keep: () => {}, has: () => false },
    prefetcher: { lookAround: () => {}, hasFailed: () => false },
    show,
  });
  followTheme(site);
  closeDrawerOnWideScreen();
  listenForActions();
  listenForSearchKeys();
  runInBackground(learnReaderName());

  let lastVersion = '';
  let lastRequest = 0;
  const refresh = async () => {
    const { pathname } = location;
    lastRequest += 1;
    const request = lastRequest;
    const loadedPage = await fetchPage(pathname).catch(() => 'no answer' as const);
    // A preview that doesn't answer is being restarted. The page loads itself again once it has connected.
    if (loadedPage === 'no answer' || pathname !== location.pathname) return;
    // The page has changed since. An earlier state of it may arrive after a later one.
    if (request !== lastRequest) return;
    // The page was deleted or the shell changed, so the whole document has to reload.
    if (page.kind !== 'not-found' && loadedPage?.shell !== shell) return reload();
    if (!loadedPage) return;
    showProblems(loadedPage.problems);
    const now = JSON.stringify(loadedPage.page);
    if (now === lastVersion) return;
    lastVersion = now;
    const { scrollX, scrollY } = window;
    const view = createView(loadedPage.page);
    show(view);
    document.title = formatTitle(view, site);
    scrollTo(scrollX, scrollY);
  };
  let startId: string | undefined;
  listenForChanges((data) => {
    if (data !== 'changed') {
      // The preview was restarted, so any part of the server may have changed.
      if (startId !== undefined && data !== startId) return runInBackground(reload());
      startId = data;
    }
    runInBackground(refresh());
  });
}

/** Calls back with each message of the preview, over all its restarts. */
function listenForChanges(onMessage: (data: string) => void): void {
  const changes = new EventSource(DEV_CHANGES_URL);
  changes.onmessage = ({ data }: MessageEvent<string>) => onMessage(data);
  changes.onerror = () => {
    // The browser connects again by itself, except after an answer such as 503 by a preview that is stopping.
    if (changes.readyState === EventSource.CLOSED) setTimeout(listenForChanges, RETRY_MS, onMessage);
  };
}

/** Loads the document again, unless nothing would answer: the browser would stay on a page of its own. */
async function reload(): Promise<void> {
  const answers = await fetch(location.href, { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (answers) location.reload();
  else setTimeout(() => runInBackground(reload()), RETRY_MS);
}

/**
 * Returns undefined if the page doesn't exist or this user can't see it.
 *
 * @throws {Error} If the preview doesn't answer.
 */
async function fetchPage(pathname: string): Promise<DevPage | undefined> {
  const response = await fetch(`${DEV_PAGE_URL}?path=${encodeURIComponent(pathname)}`, { cache: 'no-store' });
  if (response.status >= 500) throw new Error(`The preview answered ${response.status}.`);
  return response.ok ? ((await response.json()) as DevPage) : undefined;
}

/** Article HTML as the browser serialises it before hydration. */
function parseLikeBrowser(html: string): string {
  const article = document.createElement('div');
  article.append(Object.assign(document.createElement('template'), { innerHTML: html }).content);
  for (const script of firstScripts) script(article);
  return article.innerHTML;
}

/** Removes the marks that `drawInSteps` sets on blocks not drawn yet. */
function removeDrawingMarks(html: string): string {
  return html.replaceAll(' data-waits=""', '');
}

const rootElement = document.getElementById(ROOT_ID);
const envelope = document.getElementById(PAGE_ID)?.textContent;
// The preview that serves this script wrote it.
if (rootElement && envelope) start(rootElement, JSON.parse(envelope) as PageEnvelope);

const ID = 'dev-problems';

/** Shows the problems of the page in a panel at its bottom, if there are any. The end of the page scrolls above it. */
function showProblems(problems: readonly DevProblem[]): void {
  document.getElementById(ID)?.remove();
  document.body.style.paddingBottom = '';
  if (problems.length === 0) return;
  const panel = document.createElement('div');
  panel.id = ID;
  panel.setAttribute('role', 'alert');
  Object.assign(panel.style, {
    position: 'fixed',
    inset: 'auto 0 0 0',
    maxHeight: '40vh',
    overflow: 'auto',
    padding: '12px 16px',
    borderTop: '3px solid var(--danger)',
    background: 'var(--panel)',
    boxShadow: '0 -4px 24px rgb(0 0 0 / 25%)',
    color: 'var(--text)',
    font: '14px/1.6 var(--sans)',
    zIndex: '1000',
  });
  panel.append(
    ...problems.map(({ place, editorUrl, text }) => {
      const line = document.createElement('p');
      Object.assign(line.style, { margin: '0', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
      if (place !== undefined) line.append(createPlace(place, editorUrl), ': ');
      line.append(text);
      return line;
    }),
  );
  document.body.append(panel);
  document.body.style.paddingBottom = `${panel.offsetHeight}px`;
}

/** `docs/a.md:3` in the type of code, as a link to the writer's editor if there is one. */
function createPlace(place: string, editorUrl: string | undefined): HTMLElement {
  const code = Object.assign(document.createElement('code'), { textContent: place });
  if (editorUrl === undefined) return code;
  const link = Object.assign(document.createElement('a'), { href: editorUrl });
  link.append(code);
  return link;
}
