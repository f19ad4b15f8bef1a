import { SEARCH_PATH } from '../model/urls.ts';

/**
 * Opens the search dialog by its keys, including those pressed before the shell was ready, and by elements with
 * `data-action="search"`.
 */
export function listenForSearchKeys(): void {
  const { searchKeys } = window;
  searchKeys.open = open;
  if (searchKeys.typed !== undefined) open();
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-action="search"]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    searchKeys.typed = '';
    open();
  });
}

/** Loads the dialog on first use. If that fails, opens the search page. */
function open(): void {
  const { searchKeys } = window;
  import('./search/open-search.tsx')
    .then(
      // Closed in the meantime.
      (search) => searchKeys.typed !== undefined && search.openSearch(searchKeys.typed),
      () => location.assign(SEARCH_PATH),
    )
    .finally(() => {
      searchKeys.typed = undefined;
    });
}
