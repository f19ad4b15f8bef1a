import { pageFileUrl } from '../../model/urls.ts';

/** Asks for the page's data, into the browser's cache: on the click the server is asked whether it still holds. */
export function hint(pathname: string): Promise<unknown> {
  const url = pageFileUrl(pathname);
  return hintsAreAllowed() ? hintByLink(url) : fetchBehindOthers(url);
}

/**
 * Whether the policy lets `<link rel="prefetch">` pass. Firefox holds it to `default-src`, which is `'none'`, and writes
 * an error into the console for each, so it is not tried. Chromium lets it pass where any kind of source is allowed;
 * what only it has tells it from the others.
 */
function hintsAreAllowed(): boolean {
  return HTMLScriptElement.supports?.('speculationrules') === true;
}

function hintByLink(url: string): Promise<unknown> {
  const link = document.createElement('link');
  return new Promise((resolve, reject) => {
    link.rel = 'prefetch';
    link.as = 'fetch';
    link.href = url;
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  }).finally(() => link.remove());
}

async function fetchBehindOthers(url: string): Promise<void> {
  const response = await fetch(url, { priority: 'low' });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  // The cache keeps what has been read to its end.
  await response.arrayBuffer();
}
