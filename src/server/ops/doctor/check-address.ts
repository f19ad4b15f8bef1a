import type { Environment } from '../../../config/environment.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { sessionCookieName } from '../../http/cookies.ts';
import { type Finding, findingOf } from './finding.ts';

type AddressEnvironment = Pick<Environment, 'HOST' | 'BASE_URL' | 'TRUST_PROXY'>;

/** Whether the session cookie travels safely, and whether the readers' addresses are their own. */
export function checkAddress({ HOST, BASE_URL, TRUST_PROXY }: AddressEnvironment, basePath = '/'): Finding[] {
  const findings: Finding[] = [];
  const say = findingOf('address');
  const add = (...said: Parameters<typeof say>) => {
    findings.push(...say(...said));
  };
  const onlyHere = isLoopback(HOST);

  if (BASE_URL === undefined) {
    if (onlyHere) add('ok', `The site is for this machine only (HOST ${HOST}).`);
    else
      add(
        'warn',
        `The site listens on ${HOST} without BASE_URL: passwords and cookies may travel unencrypted.`,
        'Put a proxy with HTTPS in front (deploy/), and set BASE_URL to its address.',
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
        'Serve the site by HTTPS, and set BASE_URL to its https address.',
      );
    if (protocol === 'https:' && !TRUST_PROXY)
      add(
        'warn',
        'TRUST_PROXY is off: all readers behind the proxy share one address, and its wrong passwords.',
        'Set TRUST_PROXY=on where a proxy sets X-Forwarded-For and X-Forwarded-Proto.',
      );
  }
  if (TRUST_PROXY && !onlyHere && !/^(?:0\.0\.0\.0|::)$/.test(HOST))
    add('ok', `The proxy in front of ${HOST} is believed about addresses; nobody else may reach it.`);
  else if (TRUST_PROXY && !onlyHere)
    add(
      'warn',
      `TRUST_PROXY is on, and the site listens on every address (HOST ${HOST}).`,
      'See to it that only the proxy reaches the port: whoever else does can name any address as theirs.',
    );
  return findings;
}
