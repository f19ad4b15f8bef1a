import { notFoundDrawing } from 'virtual:site/brand';
import * as texts from 'virtual:site/texts';
import { useEffect } from 'react';
import { HOME_PATH, SEARCH_PATH } from '../../model/urls.ts';
import type { SidebarNode } from '../page-data.ts';
import { SectionList } from './section-list.tsx';
import { ServerHtml } from './server-html.tsx';

interface Props {
  /** The top of the sidebar. */
  sections: readonly SidebarNode[] | undefined;
}

/** Not-found page. One file serves all missing paths, so only the browser knows the path. */
export function NotFound({ sections }: Props) {
  useEffect(() => {
    // If the list can't be loaded or has no similar pages, the page keeps only its sections, search and home.
    import('./nearest-pages.tsx')
      .then((nearest) => nearest.showNearestPages())
      .catch((error) => console.warn('No titles to suggest.', error));
  }, []);
  return (
    <ServerHtml className="not-found">{import.meta.env.SSR && <Content sections={sections} />}</ServerHtml>
  );
}

function Content({ sections }: Props) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the owner's own drawing. */}
      <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: notFoundDrawing }} />
      <h1>{texts.pageNotFound}</h1>
      <p className="not-found__path">{texts.notFoundHere}</p>
      <p className="not-found__ways">
        <a className="button" href={SEARCH_PATH} data-action="search">
          {texts.search}
        </a>
        <a className="button" href={HOME_PATH}>
          {texts.home}
        </a>
      </p>
      <div className="not-found__nearest" />
      <SectionList nodes={sections} />
    </>
  );
}
