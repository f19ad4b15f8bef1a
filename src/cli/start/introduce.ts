import { openIdentityProvider } from '../../accounts/providers/index.ts';
import type { Environment } from '../../config/environment.ts';
import { setUpUrl } from '../../model/urls.ts';
import type { RunningServer } from '../../server/serve.ts';
import { callOf } from '../../shared/call-of.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { emphasized, say } from './people-output.ts';

/** Says where the site is, and how its first administrator gets in. */
export async function introduce(
  { origin: host, basePath, identity }: RunningServer,
  environment: Environment,
  isTerminal: boolean,
): Promise<void> {
  const { HOST, BASE_URL } = environment;
  const path = encodeURI(basePath).slice(0, -1);
  const origin = host + path;
  const address = (BASE_URL ?? host) + path;
  say(`Serving ${address}${address === origin ? '' : ` (on this machine: ${origin})`}`);
  const onlyHere = isLoopback(HOST);
  if (!onlyHere && !address.startsWith('https:')) {
    say('Passwords and articles travel unencrypted: put a proxy with HTTPS in front, and set BASE_URL.');
  }
  const { firstAdministrator } = await openIdentityProvider(environment);
  if (firstAdministrator.by === 'setting') {
    if (firstAdministrator.isNamed || (await identity.accounts.count()) > 0) return;
    say(`Nobody is named to administer the site: set ${firstAdministrator.settings.join(' or ')}.`);
    return;
  }
  if (!(await identity.setUp.isNeeded())) return;
  if (BASE_URL === undefined && !isLoopback(new URL(origin).host)) {
    say(`There is no account yet. Create the administrator: ${callOf('users', 'add you@example.com')}`);
    return;
  }
  const where = BASE_URL === undefined && !onlyHere ? ', on this machine only' : '';
  const link = `${address}${setUpUrl(await identity.setUp.createToken())}`;
  say(
    `\nThere is no account yet. This link creates the administrator (once, within 15 minutes${where}):\n\n  ${emphasized(link, isTerminal)}\n`,
  );
}
