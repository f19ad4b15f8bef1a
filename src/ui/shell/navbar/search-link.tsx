import * as texts from 'virtual:site/texts';
import { SEARCH_PATH } from '../../../model/urls.ts';
import { Search } from '../icons.tsx';

/** Opens the search dialog. Without scripts it links to the search page. */
export function SearchLink() {
  return (
    <a className="search-link" href={SEARCH_PATH} data-action="search" aria-keyshortcuts="Control+K Meta+K /">
      <Search size={16} />
      <span className="search-link__text">{texts.search}</span>
      <span className="search-link__key needs-script" aria-hidden="true">
        Ctrl K
      </span>
    </a>
  );
}
