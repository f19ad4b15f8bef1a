import type { Environment } from '../../../config/environment.ts';
import type { Finding } from './finding.ts';

type IdentityEnvironment = Pick<
  Environment,
  | 'IDENTITY'
  | 'PROVIDER_CHECK_MINUTES'
  | 'OIDC_SCOPES'
  | 'FIREBASE_PROVIDERS'
  | 'FIREBASE_ALLOW_DOMAINS'
  | 'FIREBASE_ALLOW_CLAIM'
>;

/** How soon whoever leaves is gone here, and whether the rule of who may read says what it seems to. */
export function checkIdentity(environment: IdentityEnvironment): Finding[] {
  const { IDENTITY, PROVIDER_CHECK_MINUTES: minutes } = environment;
  if (IDENTITY === 'local') return [];
  const findings: Finding[] = [askedAgain(environment)];
  const { FIREBASE_PROVIDERS: providers, FIREBASE_ALLOW_DOMAINS: domains } = environment;
  const byDomain = Array.isArray(domains) && environment.FIREBASE_ALLOW_CLAIM === undefined;
  if (IDENTITY === 'firebase' && byDomain && providers.includes('google'))
    findings.push({
      check: 'identity',
      state: 'warn',
      message: `With Google, whoever confirmed an address of ${domains.join(', ')} may read, and keeps that when they leave.`,
      todo: 'Set FIREBASE_ALLOW_CLAIM to a custom claim, or take IDENTITY=oidc, where Google says who belongs to a domain.',
    });
  return findings;

  function askedAgain({ OIDC_SCOPES }: IdentityEnvironment): Finding {
    if (minutes === 0)
      return {
        check: 'identity',
        state: 'warn',
        message: 'The provider is never asked again: whom it knows no more reads until the session ends.',
        todo: 'Set PROVIDER_CHECK_MINUTES, which is 60 by default.',
      };
    const isOffline = IDENTITY === 'firebase' || OIDC_SCOPES.split(' ').includes('offline_access');
    const how = isOffline
      ? 'by refresh token'
      : "through the reader's browser (with offline_access in OIDC_SCOPES by refresh token, where the provider has that)";
    return {
      check: 'identity',
      state: 'ok',
      message: `The provider is asked again after ${minutes} minutes, ${how}.`,
    };
  }
}
