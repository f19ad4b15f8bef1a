import { buildPageFileUrl } from '../../model/urls.ts';

/** Prefetches a page's data into the browser's cache. The click then revalidates it. */
export function prefetch(pathname: string): Promise<unknown> {
  const url = buildPageFileUrl(pathname);
  return allowsPrefetchLinks() ? prefetchByLink(url) : fetchBehindOthers(url);
}

/**
 * Whether the policy allows `<link rel="prefetch">`. Firefox applies `default-src`, which is `'none'`, and logs an
 * error each time, so it isn't tried there. Chromium allows it if any kind of source is allowed. A feature that only
 * Chromium has tells them apart.
 */
function allowsPrefetchLinks(): boolean {
  return HTMLScriptElement.supports?.('speculationrules') === true;
}

function prefetchByLink(url: string): Promise<unknown> {
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
  // The cache stores only responses that were read to the end.
  await response.arrayBuffer();
}
