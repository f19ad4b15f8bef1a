/** The search dialog, where the site has one: loaded on first use. */
const dialogs = import.meta.glob<{ openSearch: () => void }>('./search/open-search.tsx');

/** `/` and Ctrl or Cmd with K, and whatever in the page has `data-action="search"`. */
export function listenForSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const chord =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const slash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTextField(event.target);
    if (chord || slash) open(event);
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-action="search"]') : null;
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
  });
}

function open(event: Event): void {
  const load = Object.values(dialogs)[0];
  if (!load && event.type === 'click') return;
  event.preventDefault();
  if (load) void load().then(({ openSearch }) => openSearch(), toResultsPage);
  else toResultsPage();
}

function toResultsPage(): void {
  location.assign('/search');
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
