import { texts } from '../../config/texts.ts';

/** The place of the full results; the search engine fills it. */
export function SearchPage() {
  return (
    <div className="search-page" data-search-results="">
      <h1>{texts.searchTitle}</h1>
      <search>
        <form action="/search">
          <input type="search" name="q" aria-label={texts.search} placeholder={texts.search} maxLength={64} />
          <button type="submit" className="button">
            {texts.searchTitle}
          </button>
        </form>
      </search>
    </div>
  );
}
