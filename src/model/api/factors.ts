import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const passkey = z.strictObject({
  id: z.string().describe('Of the credential, in base64url.'),
  name: z.string().describe('What its owner calls it.'),
  createdAt: time.describe('When it was added.'),
  lastUsedAt: time.nullable().describe('`null`: never.'),
});

const recoveryCodes = z.array(z.string()).describe('To be kept by their owner. They are told this once.');
const added = z.strictObject({
  recoveryCodes: recoveryCodes
    .optional()
    .describe('Of an account that had none yet. They are told this once.'),
});

/** What the browser hands to its authenticator, and back: WebAuthn's own JSON. */
const ceremony = z.looseObject({}).describe('As WebAuthn Level 3 writes it in JSON.');
const name = z.string().max(200).describe('What its owner calls it.');
const code = z.string().max(100).describe('The one that the app shows now.');

const elsewhere = { 404: 'Factors are kept by an identity provider.' } as const;
const throttled = { 429: 'Too many attempts; `Retry-After` says for how long.' } as const;
const needed = { 409: 'It is the last second factor of an account that must have one.' } as const;

/** A reader's second factors, and how they prove who they are once more. */
export const factorEndpoints = {
  listFactors: {
    call: 'GET /api/v1/account/factors',
    access: 'reader',
    summary: 'One’s own second factors, and what can be added.',
    answer: z.strictObject({
      passkeys: z.array(passkey).describe('Those of the account.'),
      codesSince: time.nullable().describe('Since when there is an app for one-time codes.'),
      recoveryCodes: z.int().describe('How many are left.'),
      isNeeded: z.boolean().describe('The last one cannot be removed.'),
      can: z
        .strictObject({
          passkeys: z.boolean().describe('Passkeys, which need HTTPS.'),
          codes: z.boolean().describe('An app for one-time codes.'),
        })
        .describe('What can be added.'),
    }),
    errors: elsewhere,
  },
  beginCodes: {
    call: 'POST /api/v1/account/codes',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Makes the secret for an app. It counts when the first code is confirmed.',
    answer: z.strictObject({
      secret: z.string().describe('Base32.'),
      address: z.string().describe('`otpauth://`, as apps take it.'),
      picture: z.string().describe('The address as a QR code: a `data:` address of an SVG.'),
    }),
    errors: elsewhere,
  },
  confirmCodes: {
    call: 'PATCH /api/v1/account/codes',
    access: 'reader',
    stepUp: true,
    summary: 'Takes the first code of the app. From then on signing in asks for one. All other sessions end.',
    body: z.strictObject({ code }),
    answer: added,
    errors: { ...elsewhere, ...throttled, 409: 'The code is wrong, or the secret has expired.' },
  },
  removeCodes: {
    call: 'DELETE /api/v1/account/codes',
    access: 'reader',
    stepUp: true,
    summary: 'The app’s codes count no more. All other sessions end.',
    errors: { ...elsewhere, ...needed },
  },
  beginPasskey: {
    call: 'POST /api/v1/account/passkeys/options',
    access: 'reader',
    stepUp: true,
    summary: 'What the browser hands to the authenticator that makes a passkey.',
    answer: ceremony,
    errors: elsewhere,
  },
  addPasskey: {
    call: 'POST /api/v1/account/passkeys',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Adds the passkey that the authenticator has made. All other sessions end.',
    body: z.strictObject({ name, passkey: ceremony }),
    answer: added,
    errors: { ...elsewhere, 409: 'It is no answer to the options, is there already, or there are too many.' },
  },
  renamePasskey: {
    call: 'PATCH /api/v1/account/passkeys/:passkey',
    access: 'reader',
    summary: 'Calls a passkey by another name.',
    body: z.strictObject({ name }),
    errors: { 404: 'There is no such passkey.' },
  },
  removePasskey: {
    call: 'DELETE /api/v1/account/passkeys/:passkey',
    access: 'reader',
    stepUp: true,
    summary: 'The passkey works no more. All other sessions end.',
    errors: { 404: 'There is no such passkey.', ...needed },
  },
  renewRecoveryCodes: {
    call: 'POST /api/v1/account/recovery-codes',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Makes new recovery codes; those before work no more.',
    answer: z.strictObject({ recoveryCodes }),
    errors: { 404: 'The account has no second factor.' },
  },
  beginVerification: {
    call: 'POST /api/v1/account/verification/options',
    access: 'reader',
    summary: 'How one can prove who one is: what an act asks for that answers 403 with `step-up`.',
    answer: z.strictObject({
      password: z.boolean().describe('Whether a password can prove it.'),
      codes: z.boolean().describe('Whether a one-time code can.'),
      passkey: ceremony.optional(),
      signIn: z.string().optional().describe('Where to sign in again, where there is no password here.'),
    }),
  },
  verify: {
    call: 'POST /api/v1/account/verification',
    access: 'reader',
    summary: 'Proves it. For ten minutes nothing asks again.',
    body: z.union([
      z.strictObject({ password: z.string().max(1_024).describe('The password as it is now.') }),
      z.strictObject({
        code: code.describe('The one that the app shows now, or a recovery code.'),
      }),
      z.strictObject({ passkey: ceremony }),
    ]),
    errors: {
      ...elsewhere,
      ...throttled,
      403: 'It is not correct.',
      503: 'The store cannot tell it now.',
    },
  },
  resetFactors: {
    call: 'DELETE /api/v1/accounts/:account/factors',
    access: 'administrator',
    summary: 'Removes all second factors of an account. Its sessions end.',
    errors: { 404: 'There is no such account.', 409: 'It has no second factor.' },
  },
} as const satisfies Record<string, Endpoint>;

export type OwnFactors = z.infer<(typeof factorEndpoints)['listFactors']['answer']>;
