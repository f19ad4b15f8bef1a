import * as texts from 'virtual:site/texts';
import { SEARCH_QUERY_MAX_CHARACTERS } from '../config/constants.ts';
import { SEARCH_PATH } from '../model/urls.ts';
import { runInBackground } from '../shared/in-background.ts';
import { canReachServer, waitForNetwork } from './navigation/navigate.ts';

/**
 * Shows the keyboard shortcuts by `?`. Opens the search dialog by its keys, including those pressed before the shell
 * was ready, and by elements with `data-action="search"`.
 */
export function listenForSearchKeys(): void {
  const { searchKeys } = window;
  searchKeys.open = open;
  if (searchKeys.typed !== undefined) open();
  document.addEventListener('keydown', ({ key, target }) => {
    const isBusy = target instanceof Element && target.closest(':read-write, select, dialog');
    if (key === '?' && !isBusy)
      runInBackground(import('./search/shortcuts.tsx').then((list) => list.showShortcuts()));
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-action="search"]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    searchKeys.typed = '';
    open();
  });
}

/**
 * Loads the dialog on first use, and shows a field at once that takes what is typed until then. If loading fails, opens
 * the search page; if the server can't be reached, opens the dialog later.
 */
function open(): void {
  const { searchKeys } = window;
  const takeTyped = isLoaded ? undefined : showField(searchKeys.typed);
  import('./search/open-search.tsx')
    .then(
      (search) => {
        isLoaded = true;
        const typedText = takeTyped ? takeTyped() : searchKeys.typed;
        // The reader has closed the dialog in the meantime.
        if (typedText !== undefined) search.openSearch(typedText);
      },
      async () => {
        const canReach = await canReachServer();
        const typedText = takeTyped?.();
        // The reader has closed the dialog in the meantime.
        if (typedText === undefined) return;
        if (canReach) location.assign(SEARCH_PATH);
        else
          waitForNetwork(() => {
            searchKeys.typed = typedText;
            open();
          });
      },
    )
    .finally(() => {
      searchKeys.typed = undefined;
    });
}

let isLoaded = false;

/** Returns a function that removes the field and returns what is in it. Undefined if the reader has closed it. */
function showField(typedText = ''): () => string | undefined {
  const dialog = document.createElement('dialog');
  const input = document.createElement('input');
  dialog.className = 'search-field';
  input.ariaLabel = input.placeholder = texts.search;
  input.maxLength = SEARCH_QUERY_MAX_CHARACTERS;
  input.value = typedText;
  dialog.append(input);
  document.body.append(dialog);
  dialog.showModal();
  return () => {
    const text = dialog.open ? input.value : undefined;
    dialog.close();
    dialog.remove();
    return text;
  };
}
