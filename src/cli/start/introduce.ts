import type { Environment } from '../../config/environment.ts';
import { buildSetUpUrl } from '../../model/urls.ts';
import type { RunningServer } from '../../server/serve.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { emphasize, printToPeople } from './people-output.ts';

/** Prints the address of the site and, if there is no administrator yet, how to create one. */
export async function introduce(
  { origin: host, basePath, identity, identityProvider }: RunningServer,
  environment: Environment,
  isTerminal: boolean,
): Promise<void> {
  const { HOST, BASE_URL } = environment;
  const path = encodeURI(basePath).slice(0, -1);
  const origin = host + path;
  const address = (BASE_URL ?? host) + path;
  printToPeople(`Serving ${address}${address === origin ? '' : ` (on this machine: ${origin})`}`);
  const isLocalOnly = isLoopback(HOST);
  if (!isLocalOnly && !address.startsWith('https:')) {
    printToPeople(
      'Warning: passwords and pages are sent unencrypted. Put a proxy with HTTPS in front of the site, and set BASE_URL.',
    );
  }
  const { firstAdministrator } = identityProvider;
  if (firstAdministrator.by === 'setting') {
    if (firstAdministrator.isNamed || (await identity.accounts.count()) > 0) return;
    printToPeople(`The site has no administrator. Set ${firstAdministrator.settings.join(' or ')}.`);
    return;
  }
  if (!(await identity.setUp.isNeeded())) return;
  if (BASE_URL === undefined && !isLoopback(new URL(origin).host)) {
    printToPeople(
      `There is no account yet. To create the administrator, run: ${formatCommand('users', 'add you@example.com')}`,
    );
    return;
  }
  const where = BASE_URL === undefined && !isLocalOnly ? ', on this machine only' : '';
  const link = `${address}${buildSetUpUrl(await identity.setUp.createToken())}`;
  printToPeople(
    `\nThere is no account yet. Open this link to create the administrator. It works once, within 15 minutes${where}.\n\n  ${emphasize(link, isTerminal)}\n`,
  );
}
