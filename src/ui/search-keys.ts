import { SEARCH_PATH } from '../model/urls.ts';

/**
 * Opens the dialog by its keys, those that were pressed before the shell was there too, and by whatever in the page has
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

/** The dialog is loaded on first use; where it does not come, its page does. */
function open(): void {
  const { searchKeys } = window;
  import('./search/open-search.tsx')
    .then(
      // Called off meanwhile, it is not wanted any more.
      (search) => searchKeys.typed !== undefined && search.openSearch(searchKeys.typed),
      () => location.assign(SEARCH_PATH),
    )
    .finally(() => {
      searchKeys.typed = undefined;
    });
}
