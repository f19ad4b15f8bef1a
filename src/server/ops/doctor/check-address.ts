import type { Environment } from '../../../config/environment.ts';
import { english, type Texts } from '../../../config/texts.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { formatSessionCookieName } from '../../http/cookies.ts';
import { createReporter, type Finding } from './finding.ts';

type AddressEnvironment = Pick<Environment, 'HOST' | 'BASE_URL' | 'TRUST_PROXY'>;

/** Checks whether the session cookie is transmitted safely, and whether the IP addresses of readers are trustworthy. */
export function checkAddress(
  { HOST, BASE_URL, TRUST_PROXY }: AddressEnvironment,
  { basePath = '/', texts = english }: { basePath?: string; texts?: Texts } = {},
): Finding[] {
  const findings: Finding[] = [];
  const report = createReporter('address');
  const add = (...parts: Parameters<typeof report>) => {
    findings.push(...report(...parts));
  };
  const isLoopbackOnly = isLoopback(HOST);

  if (BASE_URL === undefined) {
    if (isLoopbackOnly) add('ok', fillText(texts.findLocalOnly, { host: HOST }));
    else add('warn', fillText(texts.findWithoutAddress, { host: HOST }), texts.findWithoutAddressTodo);
  } else {
    const { protocol, host } = new URL(BASE_URL);
    const cookie = formatSessionCookieName({ protocol: protocol.slice(0, -1), host, basePath });
    if (protocol === 'https:') add('ok', fillText(texts.findCookieSecure, { name: cookie, host }));
    else if (isLoopback(host)) add('ok', fillText(texts.findCookieLocal, { name: cookie }));
    else
      add(
        'warn',
        fillText(texts.findCookieOpen, { address: BASE_URL, name: cookie }),
        texts.findCookieOpenTodo,
      );
    if (protocol === 'https:' && !TRUST_PROXY) add('warn', texts.findProxyUnset, texts.findProxyUnsetTodo);
  }
  if (TRUST_PROXY && !isLoopbackOnly && !/^(?:0\.0\.0\.0|::)$/.test(HOST))
    add('ok', fillText(texts.findProxyTrusted, { host: HOST }));
  else if (TRUST_PROXY && !isLoopbackOnly)
    add('warn', fillText(texts.findProxyOpen, { host: HOST }), texts.findProxyOpenTodo);
  return findings;
}
