import * as texts from 'virtual:site/texts';
import { createRoot } from 'react-dom/client';
import { buildSearchUrl, pageHref, TITLES_URL } from '../../model/urls.ts';
import { decodePath } from '../../shared/decode.ts';
import { fillText } from '../fill-text.ts';
import { findNearestTitles, splitPath, type TitledPath } from './nearest-titles.ts';

/** Names the missing path on the page, and suggests pages that are like it. */
export async function showNearestPages(): Promise<void> {
  const path = decodePath(location.pathname);
  const code = document.createElement('code');
  code.dir = 'ltr';
  code.textContent = path;
  document.querySelector('.not-found__path')?.replaceChildren(code, ` ${texts.notFoundAt}`);
  const place = document.querySelector('.not-found__nearest');
  if (!place) return;
  const response = await fetch(TITLES_URL);
  if (!response.ok) throw new Error(`The list of titles answered ${response.status}.`);
  const titles: [...TitledPath, kind?: 'list'][] = await response.json();
  const pages = titles.flatMap(([page, title, kind]) => (kind === 'list' ? [] : [[page, title] as const]));
  createRoot(place).render(<NearestPages words={splitPath(path)} pages={findNearestTitles(path, pages)} />);
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
                <a href={pageHref(address)}>{title}</a>{' '}
                <span>
                  <bdi>{address}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {words !== '' && (
        <p className="not-found__search">
          <a href={buildSearchUrl(words)}>{fillText(texts.searchForWords, { words })}</a>
        </p>
      )}
    </>
  );
}
