import * as texts from 'virtual:site/texts';
import { type ComponentType, useEffect, useState } from 'react';
import { LoadError, Spinner } from '../shell/drawing/loading.tsx';
import { SidebarMenu } from '../shell/sidebar/sidebar.tsx';
import type { View } from '../view.ts';

/** Frame of account and administration pages. The frame is in the document; content and code load here. */
export function OwnPageContent({ name, view: { page } }: { name: string; view: View }) {
  const { administration } = page;
  const isForAdministrators = administration !== undefined;
  const [Content, setContent] = useState<ComponentType>();
  const [failures, setFailures] = useState(0);
  const [isFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure that was seen is tried again
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    import('./own-page-content.ts')
      .then((content) => content.loadContent(name, isForAdministrators))
      .then(
        (loadedContent) => isCurrent && setContent(() => loadedContent),
        () => isCurrent && setFailed(true),
      );
    return () => {
      isCurrent = false;
    };
  }, [name, isForAdministrators, failures]);
  return (
    <div className="own-page" data-page={name} data-wide={isForAdministrators || undefined}>
      {administration && (
        <div className="own-page__menu">
          <details>
            <summary>{texts.administration}</summary>
            <SidebarMenu sidebar={administration} path={page.path} label={texts.administration} />
          </details>
          <SidebarMenu sidebar={administration} path={page.path} label={texts.administration} />
        </div>
      )}
      <h1>{page.headTitle}</h1>
      {page.needsScripts && (
        <noscript>
          <p className="own-page__note">{page.needsScripts}</p>
        </noscript>
      )}
      {Content ? (
        <Content />
      ) : isFailed ? (
        <LoadError message={texts.notLoaded} onRetry={() => setFailures(failures + 1)} />
      ) : (
        <div className="own-page__wait needs-script">
          <Spinner />
        </div>
      )}
    </div>
  );
}
