import { errorAnswer } from '../http/errors.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { next } from './gate.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const refused: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(403, 'cross-site', 'This request was sent by another site.'),
};

/**
 * A request that may change something comes from a page of this site, or from a program that is no browser.
 * Every browser in use says where such a request comes from, and no page can make it say otherwise. `baseUrl`: origin
 * of the site, when it is known; otherwise the `Host` header says it.
 */
export function sameOriginStep(baseUrl: string | undefined): GateStep<'same-origin'> {
  return {
    name: 'same-origin',
    check(request) {
      if (safeMethods.has(request.method)) return next;
      return isSameOrigin(request, baseUrl) ? next : refused;
    },
  };
}

function isSameOrigin({ headers, site }: GateRequest, baseUrl: string | undefined): boolean {
  const fetchSite = headers['sec-fetch-site'];
  // `none`: typed or repeated by the person at the browser.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (baseUrl !== undefined) return origin === baseUrl;
  // Not the scheme: a proxy that ends TLS is not always announced. Browsers report such a pair as cross-site.
  const sender = URL.parse(origin);
  return (
    sender !== null && /^https?:$/.test(sender.protocol) && sender.host === hostOf(site.host, sender.protocol)
  );
}

/** Lower case and without the default port, as `URL` writes it. */
function hostOf(host: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${host}`)?.host;
}
