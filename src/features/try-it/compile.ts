import type { CompilerExtension } from '../../markdown/extensions.ts';
import type { RequestForm } from '../../openapi/request-form.ts';

/** The properties of the part `TryRequest`, stored in the page. */
export interface TryRequestProps extends Omit<RequestForm, 'servers'> {
  /** URLs to choose from, without a slash at the end. Each is on a server that the owner allows. */
  servers: readonly string[];
}

/** Methods that browsers refuse to send for a page (Fetch, "forbidden method"). */
const forbiddenMethods: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

/** Adds the part to operations, on sites that name servers. */
export const extension: CompilerExtension = {
  operations: {
    TryRequest: (form, origins) =>
      origins.length === 0 || forbiddenMethods.includes(form.method)
        ? undefined
        : { ...form, servers: listAllowedUrls(form.servers, origins) },
  },
};

/**
 * The URLs of the description at each allowed origin. An origin that the description doesn't have, such as that of a test
 * server, gets the path of the description's first URL: `https://test.example.com` and `https://api.example.com/v1` give
 * `https://test.example.com/v1`.
 */
export function listAllowedUrls(urls: readonly string[], origins: readonly string[]): string[] {
  const path = readPath(urls[0] ?? '');
  return origins.flatMap((origin) => {
    const urlsAtOrigin = urls.filter((url) => URL.parse(url)?.origin === origin);
    return urlsAtOrigin.length > 0 ? [...new Set(urlsAtOrigin)] : [origin + path];
  });
}

/** The path of a URL, which may be relative to the site. Empty for the root. */
function readPath(url: string): string {
  const pathname = URL.parse(url, 'https://site.invalid')?.pathname ?? '/';
  return pathname.replace(/\/$/, '');
}
