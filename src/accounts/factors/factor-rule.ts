import type { Account } from '../account.ts';
import type { SecondFactorRule } from '../context.ts';

/** Whether somebody must have a second factor. Whoever signs in through a provider has those of the provider. */
export function mustHaveFactor(
  rule: SecondFactorRule,
  { role, issuer }: Pick<Account, 'role' | 'issuer'>,
): boolean {
  if (issuer !== 'local') return false;
  return rule === 'everybody' || (rule === 'administrators' && role === 'administrator');
}
