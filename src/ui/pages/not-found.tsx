import { notFoundDrawing } from 'virtual:site/brand';
import * as texts from 'virtual:site/texts';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { HOME_PATH, SEARCH_PATH } from '../../model/urls.ts';
import { decodePath } from '../../shared/decode.ts';
import type { SidebarNode } from '../page-data.ts';
import { SectionList } from './section-list.tsx';

const never = () => () => {};

/** Not-found page. One file serves all missing paths, so only the browser knows the path. */
export function NotFound({ sections }: { sections: readonly SidebarNode[] | undefined }) {
  const path = useSyncExternalStore(
    never,
    () => decodePath(location.pathname),
    () => undefined,
  );
  const [Nearest, setNearest] = useState<ComponentType>();
  useEffect(() => {
    if (path === undefined) return;
    // Without the list or similar pages it shows nothing more; sections, search and home remain.
    import('./nearest-pages.tsx')
      .then((nearest) => nearest.loadNearestPages(path))
      .then(
        (loaded) => setNearest(() => loaded),
        (error) => console.warn('There are no titles to suggest.', error),
      );
  }, [path]);
  return (
    <div className="not-found">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the owner's own drawing. */}
      <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: notFoundDrawing }} />
      <h1>{texts.pageNotFound}</h1>
      <p>
        {path === undefined ? (
          texts.notFoundHere
        ) : (
          <>
            <code>{path}</code> {texts.notFoundAt}
          </>
        )}
      </p>
      <p className="not-found__ways">
        <a className="button" href={SEARCH_PATH} data-action="search">
          {texts.search}
        </a>
        <a className="button" href={HOME_PATH}>
          {texts.home}
        </a>
      </p>
      {Nearest && <Nearest />}
      <SectionList nodes={sections} />
    </div>
  );
}
