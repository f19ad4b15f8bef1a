import type { Account } from '../account.ts';
import type { SecondFactorRule } from '../context.ts';

/** Whether an account must have a second factor. Identity providers have their own, so it applies to local accounts. */
export function mustHaveFactor(
  rule: SecondFactorRule,
  { role, issuer }: Pick<Account, 'role' | 'issuer'>,
): boolean {
  if (issuer !== 'local') return false;
  return rule === 'everybody' || (rule === 'administrators' && role === 'administrator');
}
