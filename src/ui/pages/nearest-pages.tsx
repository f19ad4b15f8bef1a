import * as texts from 'virtual:site/texts';
import type { ComponentType } from 'react';
import { pageHref, searchUrl, TITLES_URL } from '../../model/urls.ts';
import { fillText } from '../fill-text.ts';
import { nearestTitles, type TitledPath, wordsOfPath } from './nearest-titles.ts';

/** Loads the titles of all pages, and returns suggestions for a missing path. */
export async function loadNearestPages(path: string): Promise<ComponentType> {
  const response = await fetch(TITLES_URL);
  if (!response.ok) throw new Error(`The list of titles answered ${response.status}.`);
  const titles: TitledPath[] = await response.json();
  return () => <NearestPages words={wordsOfPath(path)} pages={nearestTitles(path, titles)} />;
}

function NearestPages({ words, pages }: { words: string; pages: readonly TitledPath[] }) {
  return (
    <>
      {pages.length > 0 && (
        <nav className="not-found__pages" aria-labelledby="nearest">
          <h2 id="nearest">{texts.nearestPages}</h2>
          <ul>
            {pages.map(([address, title]) => (
              <li key={address}>
                <a href={pageHref(address)}>{title}</a> <span>{address}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {words !== '' && (
        <p className="not-found__search">
          <a href={searchUrl(words)}>{fillText(texts.searchForWords, { words })}</a>
        </p>
      )}
    </>
  );
}
