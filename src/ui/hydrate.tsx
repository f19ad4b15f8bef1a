import './theme/site.css';
import 'virtual:feature-live-styles';
import './live/styles.ts';
import { hasAnnouncements, hasOtherEditions, hasPublic } from 'virtual:site/has';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import { runInBackground } from '../shared/in-background.ts';
import { App } from './app.tsx';
import { listenForActions } from './article/actions.ts';
import { keepPlaceOnSamePage } from './navigation/keep-place.ts';
import { startNavigation } from './navigation/navigate.ts';
import { createPageLoader } from './navigation/page-loader.ts';
import { watchSession } from './navigation/session.ts';
import { startPrefetching } from './navigation/start-prefetching.ts';
import type { PageEnvelope } from './page-data.ts';
import { listenForSearchKeys } from './search-keys.ts';
import { ANNOUNCED_EVERY_MS } from './shell/announcement/announced.ts';
import { PAGE_ID, ROOT_ID } from './shell/element-ids.ts';
import { learnReaderName, showReaderName } from './shell/navbar/reader-name.ts';
import { closeDrawerOnWideScreen } from './shell/sidebar/drawer.ts';
import { followTheme } from './shell/theme.ts';
import { readShownHtml, type View } from './view.ts';

/** Hydrates the page that the server sent. */
function start(rootElement: HTMLElement, { site, shell, page }: PageEnvelope): void {
  // The article's HTML is already in the page and isn't sent twice.
  const inner = readShownHtml(document);
  const first: View = { page, inner };
  const createApp = (view: View) => <App config={site} view={view} />;
  // In a transition React hydrates in slices, so the page stays responsive.
  let root: Root | undefined;
  startTransition(() => {
    root = hydrateRoot(rootElement, createApp(first));
  });

  const loader = createPageLoader(shell);
  if (page.kind !== 'not-found') loader.keep(location.pathname, first);
  const prefetcher = startPrefetching(loader);
  startNavigation({
    site,
    loader,
    prefetcher,
    show: (view) => {
      showReaderName();
      flushSync(() => root?.render(createApp(view)));
    },
  });
  followTheme(site);
  closeDrawerOnWideScreen();
  listenForActions();
  if (hasOtherEditions) keepPlaceOnSamePage();
  listenForSearchKeys();
  // For visitors, links may lead to pages that need a sign-in, so only links they point at are prefetched.
  if (hasPublic && site.visitor !== undefined) return;
  watchSession();
  runInBackground(learnReaderName());
  if (hasAnnouncements)
    setTimeout(
      () =>
        runInBackground(
          import('./shell/announcement/watch-announcement.ts').then((watch) => watch.watchAnnouncement()),
        ),
      ANNOUNCED_EVERY_MS,
    );
  if (document.readyState === 'complete') prefetcher.lookAround();
  else addEventListener('load', prefetcher.lookAround, { once: true });
}

const rootElement = document.getElementById(ROOT_ID);
const envelope = document.getElementById(PAGE_ID)?.textContent;
// Runs in its own task, because evaluating this script has been one already. The same build wrote the data and this
// script.
if (rootElement && envelope) setTimeout(() => start(rootElement, JSON.parse(envelope) as PageEnvelope));
