import type { Faults } from '../../accounts/providers/fault.ts';

export const oidcFaults = {
  'nonce-mismatch': { status: 401, text: 'identityUnproven' },
  'issuer-mismatch': { status: 401, text: 'identityUnproven' },
  'code-refused': { status: 401, text: 'identityUnproven' },
} as const satisfies Faults;
