import { errorAnswer } from '../http/errors.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { askNextStep } from './gate.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const crossSiteVerdict: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(403, 'cross-site', "Requests from other sites aren't allowed."),
};

/**
 * Rejects requests that may change something and come from a page of another site. Requests of programs other than
 * browsers pass. All current browsers send the origin of such requests, and no page can change it. `baseUrl` is the
 * configured origin of the site. Without it, the `Host` header is compared.
 */
export function createSameOriginStep(baseUrl: string | undefined): GateStep<'same-origin'> {
  return {
    name: 'same-origin',
    check(request) {
      if (safeMethods.has(request.method)) return askNextStep;
      return isSameOrigin(request, baseUrl) ? askNextStep : crossSiteVerdict;
    },
  };
}

function isSameOrigin({ headers, site }: GateRequest, baseUrl: string | undefined): boolean {
  const fetchSite = headers['sec-fetch-site'];
  // `none`: the user typed the address or reloaded the page.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (baseUrl !== undefined) return origin === baseUrl;
  // The scheme isn't compared: a proxy that terminates TLS may not announce it. Browsers report `http` and `https` of
  // the same host as cross-site anyway.
  const sender = URL.parse(origin);
  return (
    sender !== null &&
    /^https?:$/.test(sender.protocol) &&
    sender.host === normalizeHost(site.host, sender.protocol)
  );
}

/** A host in lower case and without the default port, as `URL` formats it. */
function normalizeHost(host: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${host}`)?.host;
}
