import { NEXT_MAX_CHARACTERS } from '../../shared/next-limit.ts';

/**
 * Makes every way through sign-in lead to the section that a link named, and not only to its page.
 *
 * A browser keeps the fragment of `/docs/x#section` to itself, so the server redirects to `/login?next=/docs/x`. The
 * browser carries the fragment along, and this page's address becomes `/login?next=/docs/x#section`. From there it is
 * added to `next` in the forms, in what a provider's script reads, and in links to the provider and to other pages of the
 * sign-in.
 *
 * @param fragment Empty, or `#` and what follows, percent-encoded.
 */
export function keepFragment(fragment: string): void {
  if (fragment === '') return;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="next"]'))
    input.value = addFragment(input.value, fragment);
  for (const element of document.querySelectorAll<HTMLElement>('[data-next]'))
    element.dataset.next = addFragment(element.dataset.next ?? '/', fragment);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]')) {
    const url = new URL(link.href);
    const next = url.searchParams.get('next') ?? (link.dataset.keepsNext === undefined ? null : '/');
    if (url.origin !== location.origin || next === null) continue;
    url.searchParams.set('next', addFragment(next, fragment));
    link.href = url.href;
  }
}

/**
 * The fragment of the page, with the words to mark that a link can name: `#section:~:text=some%20words`. Browsers hide
 * these words from `location`, and show them where they report how the page was loaded.
 * https://wicg.github.io/scroll-to-text-fragment/
 */
export function readFragment(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  const wordsToMark = /:~:[^#]*$/.exec(navigation?.name ?? '')?.[0] ?? '';
  return wordsToMark === '' ? location.hash : `${location.hash || '#'}${wordsToMark}`;
}

function addFragment(next: string, fragment: string): string {
  // The server would refuse the request. Without the fragment the reader gets at least to the page.
  const isTooLong = next.length + fragment.length > NEXT_MAX_CHARACTERS;
  return next.includes('#') || isTooLong ? next : next + fragment;
}
