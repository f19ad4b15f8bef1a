import type { Environment } from '../../../config/environment.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { sessionCookieName } from '../../http/cookies.ts';
import { createReporter, type Finding } from './finding.ts';

type AddressEnvironment = Pick<Environment, 'HOST' | 'BASE_URL' | 'TRUST_PROXY'>;

/** Checks whether the session cookie is transmitted safely, and whether the IP addresses of readers are trustworthy. */
export function checkAddress({ HOST, BASE_URL, TRUST_PROXY }: AddressEnvironment, basePath = '/'): Finding[] {
  const findings: Finding[] = [];
  const report = createReporter('address');
  const add = (...parts: Parameters<typeof report>) => {
    findings.push(...report(...parts));
  };
  const isLoopbackOnly = isLoopback(HOST);

  if (BASE_URL === undefined) {
    if (isLoopbackOnly) add('ok', `The site is reachable from this machine only (HOST ${HOST}).`);
    else
      add(
        'warn',
        `The site listens on ${HOST} without BASE_URL: passwords and cookies may travel unencrypted.`,
        'Put a proxy with HTTPS in front of it (see deploy/), and set BASE_URL to its URL.',
      );
  } else {
    const { protocol, host } = new URL(BASE_URL);
    const cookie = sessionCookieName({ protocol: protocol.slice(0, -1), host, basePath });
    if (protocol === 'https:')
      add('ok', `The session cookie is ${cookie}: bound to ${host}, sent over HTTPS only.`);
    else if (isLoopback(host)) add('ok', `The session cookie is ${cookie}, on this machine only.`);
    else
      add(
        'warn',
        `BASE_URL is ${BASE_URL}: passwords and the cookie "${cookie}" travel unencrypted.`,
        'Serve the site over HTTPS, and set BASE_URL to its https URL.',
      );
    if (protocol === 'https:' && !TRUST_PROXY)
      add(
        'warn',
        'TRUST_PROXY is off: all readers behind the proxy share one IP address, and the limit of wrong passwords for it.',
        'Set TRUST_PROXY=on if a proxy sets X-Forwarded-For and X-Forwarded-Proto.',
      );
  }
  if (TRUST_PROXY && !isLoopbackOnly && !/^(?:0\.0\.0\.0|::)$/.test(HOST))
    add(
      'ok',
      `The server trusts the IP addresses that the proxy in front of ${HOST} reports. Only the proxy may reach this port.`,
    );
  else if (TRUST_PROXY && !isLoopbackOnly)
    add(
      'warn',
      `TRUST_PROXY is on, and the site listens on every address (HOST ${HOST}).`,
      'Make sure that only the proxy can reach the port. Any other client could fake its IP address.',
    );
  return findings;
}
