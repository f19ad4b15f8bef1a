import * as texts from 'virtual:site/texts';
import { type ComponentType, useEffect, useState } from 'react';
import { writtenHref } from '../../model/written-links.ts';
import { LoadError, Spinner } from '../shell/loading.tsx';
import type { View } from '../view.ts';

/** Frame of account and administration pages. The frame is in the document; content and code load here. */
export function OwnPage({ name, view: { page } }: { name: string; view: View }) {
  const isForAdministrators = page.tabs !== undefined;
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
        (loaded) => isCurrent && setContent(() => loaded),
        () => isCurrent && setFailed(true),
      );
    return () => {
      isCurrent = false;
    };
  }, [name, isForAdministrators, failures]);
  return (
    <div className="own-page" data-page={name} data-wide={isForAdministrators || undefined}>
      {page.tabs && (
        <nav className="own-page__tabs" aria-label={texts.administration}>
          {page.tabs.map(({ path, title }) => (
            <a key={path} href={writtenHref(path)} aria-current={path === page.path ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
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
