import { HOME_PATH } from '../../model/urls.ts';

/**
 * Links to the same page in another language or version keep the reader's place: query and fragment of the URL. Such
 * links have the attribute `data-same-page`; a query of their own stays. At an address without a page, those to another
 * language lead to the same address there, where there may be a page. Without scripts they lead to the language's home.
 */
export function keepPlaceOnSamePage(): void {
  // `contextmenu` is included, because readers open or copy links with their menu.
  for (const type of ['click', 'auxclick', 'contextmenu', 'dragstart'])
    document.addEventListener(type, keepPlace, { capture: true });
}

function keepPlace({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-same-page]');
  if (!link) return;
  const href = link.getAttribute('href') ?? '';
  const url = new URL(link.href);
  const ownQuery = new URLSearchParams(url.search);
  for (const [name, value] of new URLSearchParams(location.search))
    if (!ownQuery.has(name)) url.searchParams.append(name, value);
  url.hash = location.hash;
  if (link.hreflang !== '' && document.querySelector('.not-found'))
    url.pathname += location.pathname.slice(HOME_PATH.length);
  // A click with the right button sends two events, before the timer of the first.
  if (link.href === url.href) return;
  link.href = url.href;
  // The browser has followed the link by then, and React expects the URL it rendered.
  setTimeout(() => link.setAttribute('href', href));
}
