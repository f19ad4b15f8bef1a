import { openIdentityProvider } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import { createReporter, type Finding } from './finding.ts';

const report = createReporter('identity');

/** Reports how soon removed users lose access, and warnings about the rules that decide who may read. */
export async function checkIdentity(environment: Environment): Promise<Finding[]> {
  const { recheck, warnings = [] } = await openIdentityProvider(environment);
  return [
    ...(recheck ? reportRecheck(environment.PROVIDER_CHECK_MINUTES, recheck.how) : []),
    ...warnings.flatMap(({ message, todo }) => report('warn', message, todo)),
  ];
}

function reportRecheck(minutes: number, how: string): Finding[] {
  if (minutes > 0)
    return report(
      'ok',
      `The identity provider confirms each session again every ${minutes} minutes, ${how}.`,
    );
  return report(
    'warn',
    'The identity provider never confirms sessions again: removed users can read until their session ends.',
    'Set PROVIDER_CHECK_MINUTES. The default is 60.',
  );
}
