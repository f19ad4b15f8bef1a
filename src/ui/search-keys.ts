import { SEARCH_PATH } from '../model/urls.ts';

/** What the reader types while the dialog is on its way. */
let typed: string | undefined;

/** `/` and Ctrl or Cmd with K, and whatever in the page has `data-action="search"`. */
export function listenForSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, shiftKey } = event;
    const isChord = event.ctrlKey || event.metaKey;
    if (altKey || (isChord ? shiftKey || key.toLowerCase() !== 'k' : isTextField(target))) return;
    if (isChord) open(event);
    else if (typed !== undefined && key.length === 1) {
      event.preventDefault();
      typed += key;
    } else if (key === '/') open(event);
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-action="search"]') : null;
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
  });
}

/** The dialog is loaded on first use; where it does not come, its page does. */
function open(event: Event): void {
  event.preventDefault();
  typed = '';
  import('./search/open-search.tsx')
    .then(
      ({ openSearch }) => openSearch(typed ?? ''),
      () => location.assign(SEARCH_PATH),
    )
    .finally(() => {
      typed = undefined;
    });
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':read-write,select');
}
