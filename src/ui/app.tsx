import { hasGroups, hasPublic } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { memo, Suspense, useDeferredValue } from 'react';
import type { ShellConfig } from './page-data.ts';
import { PageContent } from './pages/page-content.tsx';
import { Announcement } from './shell/announcement/announcement.tsx';
import { Announcer } from './shell/announcer.tsx';
import { CrashBoundary } from './shell/drawing/crash-boundary.tsx';
import { PageProgress } from './shell/drawing/loading.tsx';
import { ANNOUNCED_ID, MAIN_ID } from './shell/element-ids.ts';
import { Footer } from './shell/footer.tsx';
import { Navbar } from './shell/navbar/navbar.tsx';
import { PreviewBar } from './shell/preview-bar.tsx';
import { Sidebar } from './shell/sidebar/sidebar.tsx';
import { VisitorContext } from './shell/visitor.tsx';
import type { View } from './view.ts';

const StableSidebar = memo(Sidebar);
const StableFooter = memo(Footer);

/**
 * The shell with a page. The sidebar updates a moment after a new page, so that the page appears first. Each `Suspense`
 * hydrates on its own, which keeps tasks short; nothing suspends.
 */
export function App({ config, view }: { config: ShellConfig; view: View }) {
  const { page } = view;
  const followedPage = useDeferredValue(page);
  return (
    <VisitorContext value={hasPublic && config.visitor !== undefined}>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {texts.skipToContent}
      </a>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: hydration leaves alone what may be in it already */}
      <div id={ANNOUNCED_ID} dangerouslySetInnerHTML={{ __html: '' }} />
      {(hasGroups || hasPublic) && config.preview !== undefined && <PreviewBar groups={config.preview} />}
      <Announcement announcement={config.announcement} />
      <Navbar config={config} page={page} />
      <PageProgress />
      <div className="frame" data-sidebar={page.sidebar ? '' : undefined}>
        <Suspense>
          {/* Reserve its place, or the page would move when it appears. */}
          <StableSidebar config={config} page={followedPage} isEmpty={page.sidebar === undefined} />
        </Suspense>
        <main id={MAIN_ID} tabIndex={-1} data-set={page.set}>
          <CrashBoundary key={page.path} siteName={config.name}>
            <Suspense>
              <PageContent view={view} />
            </Suspense>
          </CrashBoundary>
        </main>
      </div>
      <Suspense>
        <StableFooter config={config} />
      </Suspense>
      <Announcer />
    </VisitorContext>
  );
}
