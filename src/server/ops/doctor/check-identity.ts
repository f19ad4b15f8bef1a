import { openIdentityProvider } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import { type Finding, findingOf } from './finding.ts';

const say = findingOf('identity');

/** How soon whoever leaves is gone here, and whether the rule of who may read says what it seems to. */
export async function checkIdentity(environment: Environment): Promise<Finding[]> {
  const { recheck, warnings = [] } = await openIdentityProvider(environment);
  return [
    ...(recheck ? checkAgain(environment.PROVIDER_CHECK_MINUTES, recheck.how) : []),
    ...warnings.flatMap(({ message, todo }) => say('warn', message, todo)),
  ];
}

function checkAgain(minutes: number, how: string): Finding[] {
  if (minutes > 0) return say('ok', `The provider is asked again after ${minutes} minutes, ${how}.`);
  return say(
    'warn',
    'The provider is never asked again: whom it knows no more reads until the session ends.',
    'Set PROVIDER_CHECK_MINUTES, which is 60 by default.',
  );
}
