import * as texts from 'virtual:site/texts';
import { memo, Suspense, useDeferredValue } from 'react';
import type { ShellConfig } from './page-data.ts';
import { PageContent } from './pages/page-content.tsx';
import { Announcement } from './shell/announcement.tsx';
import { Announcer } from './shell/announcer.tsx';
import { CrashBoundary } from './shell/crash-boundary.tsx';
import { MAIN_ID } from './shell/element-ids.ts';
import { Footer } from './shell/footer.tsx';
import { PageProgress } from './shell/loading.tsx';
import { Navbar } from './shell/navbar.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import type { View } from './view.ts';

const SteadySidebar = memo(Sidebar);
const SteadyFooter = memo(Footer);

/**
 * The shell with a page in it. The sidebar follows a new page a moment later, so that the page is on the screen
 * first. Each `Suspense` is a piece that takes over on its own, so that no task is long;
 * nothing in them waits.
 */
export function App({ config, view }: { config: ShellConfig; view: View }) {
  const { page } = view;
  const followed = useDeferredValue(page);
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {texts.skipToContent}
      </a>
      <Announcement announcement={config.announcement} />
      <Navbar config={config} page={page} />
      <PageProgress />
      <div className="frame" data-sidebar={page.sidebar ? '' : undefined}>
        <Suspense>
          <SteadySidebar config={config} page={followed} />
        </Suspense>
        <main id={MAIN_ID} tabIndex={-1}>
          <CrashBoundary key={page.path} siteName={config.name}>
            <Suspense>
              <PageContent view={view} />
            </Suspense>
          </CrashBoundary>
        </main>
      </div>
      <Suspense>
        <SteadyFooter config={config} />
      </Suspense>
      <Announcer />
    </>
  );
}
