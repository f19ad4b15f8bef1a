import { signInMode } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import type { Finding } from './finding.ts';

/** How soon whoever leaves is gone here, and whether the rule of who may read says what it seems to. */
export async function checkIdentity(environment: Environment): Promise<Finding[]> {
  const { recheck, warnings = [] } = await signInMode(environment);
  return [
    ...(recheck ? [recheckFinding(environment.PROVIDER_CHECK_MINUTES, recheck.how)] : []),
    ...warnings.map((warning): Finding => ({ check: 'identity', state: 'warn', ...warning })),
  ];
}

function recheckFinding(minutes: number, how: string): Finding {
  if (minutes === 0)
    return {
      check: 'identity',
      state: 'warn',
      message: 'The provider is never asked again: whom it knows no more reads until the session ends.',
      todo: 'Set PROVIDER_CHECK_MINUTES, which is 60 by default.',
    };
  const message = `The provider is asked again after ${minutes} minutes, ${how}.`;
  return { check: 'identity', state: 'ok', message };
}
