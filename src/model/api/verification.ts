import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** WebAuthn's JSON, which the browser exchanges with its authenticator. */
const ceremony = z.looseObject({}).describe('JSON of WebAuthn Level 3.');
const code = z.string().max(100).describe('Current code of the authenticator app, or a recovery code.');

/** How users confirm who they are before sensitive changes. */
export const verificationEndpoints = {
  beginVerification: {
    call: 'POST /api/v1/account/verification/options',
    access: 'reader',
    summary: 'Get the ways to confirm who you are. Needed after a 403 with the code `step-up`.',
    answer: z.strictObject({
      password: z.boolean().describe('Whether your password works.'),
      codes: z.boolean().describe('Whether a code of your authenticator app works.'),
      passkey: ceremony.optional(),
      signIn: z.string().optional().describe('URL to sign in again, if this site stores no password.'),
    }),
  },
  verify: {
    call: 'POST /api/v1/account/verification',
    access: 'reader',
    summary: 'Confirm who you are. You aren’t asked again for 10 minutes.',
    body: z.union([
      z.strictObject({ password: z.string().max(1_024).describe('Current password.') }),
      z.strictObject({ code }),
      z.strictObject({ passkey: ceremony }),
    ]),
    errors: {
      404: 'An identity provider manages second factors.',
      429: 'Too many attempts. `Retry-After` says how long to wait.',
      403: 'The password, code or passkey is incorrect.',
      503: 'The store is unavailable. Try again shortly.',
    },
  },
} as const satisfies Record<string, Endpoint>;
