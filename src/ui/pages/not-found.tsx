import { notFoundDrawing } from 'virtual:site/brand';
import * as texts from 'virtual:site/texts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { HOME_PATH, pageHref, SEARCH_PATH, TITLES_URL } from '../../model/urls.ts';
import { decodePath } from '../../shared/decode.ts';
import type { TitledPath } from './nearest-titles.ts';

const never = () => () => {};

/** Not-found page. One file serves all missing paths, so only the browser knows the path. */
export function NotFound() {
  const path = useSyncExternalStore(
    never,
    () => decodePath(location.pathname),
    () => undefined,
  );
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
      {path !== undefined && <Nearest path={path} />}
      <p className="not-found__ways">
        <a className="button" href={SEARCH_PATH} data-action="search">
          {texts.search}
        </a>
        <a className="button" href={HOME_PATH}>
          {texts.home}
        </a>
      </p>
    </div>
  );
}

/** Suggests similar pages. Without the list or similar pages it shows nothing; search and home remain. */
function Nearest({ path }: { path: string }) {
  const [pages, setPages] = useState<readonly TitledPath[]>([]);
  useEffect(() => {
    let isCurrent = true;
    Promise.all([fetchTitles(), import('./nearest-titles.ts')]).then(
      ([titles, { nearestTitles }]) => isCurrent && setPages(nearestTitles(path, titles)),
      (error) => console.warn('There are no titles to suggest.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  if (pages.length === 0) return null;
  return (
    <nav className="not-found__nearest" aria-labelledby="nearest">
      <h2 id="nearest">{texts.nearestPages}</h2>
      <ul>
        {pages.map(([address, title]) => (
          <li key={address}>
            <a href={pageHref(address)}>{title}</a> <span>{address}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

async function fetchTitles(): Promise<TitledPath[]> {
  const response = await fetch(TITLES_URL);
  if (!response.ok) throw new Error(`The list of titles answered ${response.status}.`);
  return response.json();
}
