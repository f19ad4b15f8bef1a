import { z } from 'zod';
import { time } from '../../model/api/account.ts';
import type { Endpoint } from '../../model/api/endpoint.ts';

const passkey = z.strictObject({
  id: z.string().describe('Credential id in base64url.'),
  name: z.string().describe('Name that the user gave it.'),
  createdAt: time.describe('When the passkey was added.'),
  lastUsedAt: time.nullable().describe('Last use, or `null` if never used.'),
});

const recoveryCodes = z
  .array(z.string())
  .describe('Recovery codes. They are returned only once, so the user has to save them.');
const added = z.strictObject({
  recoveryCodes: recoveryCodes
    .optional()
    .describe(
      'Recovery codes, if this is the first second factor of the account. They are returned only once.',
    ),
});

/** WebAuthn's JSON, which the browser exchanges with its authenticator. */
const ceremony = z.looseObject({}).describe('JSON of WebAuthn Level 3.');
const name = z.string().max(200).describe('Name of the passkey.');
const code = z.string().max(100).describe('Current code of the authenticator app.');

const elsewhere = { 404: 'An identity provider manages second factors.' } as const;
const throttled = { 429: 'Too many attempts. `Retry-After` says how long to wait.' } as const;
const factorNeeded = {
  409: 'The account is required to have a second factor, and this is its last one.',
} as const;

/** A user's second factors, for the user, and for administrators who reset them. */
export const factorEndpoints = {
  listFactors: {
    call: 'GET /api/v1/account/factors',
    access: 'reader',
    summary: 'List your second factors and the kinds you can add.',
    answer: z.strictObject({
      passkeys: z.array(passkey).describe('Passkeys of your account.'),
      codesSince: time
        .nullable()
        .describe('When the authenticator app was added, or `null` if there is none.'),
      recoveryCodes: z.int().describe('Number of unused recovery codes.'),
      isNeeded: z
        .boolean()
        .describe('Whether the site requires a second factor, so that the last one can’t be removed.'),
      can: z
        .strictObject({
          passkeys: z.boolean().describe('Whether passkeys can be added. They need HTTPS.'),
          codes: z.boolean().describe('Whether an authenticator app can be added.'),
        })
        .describe('Kinds of second factor that can be added.'),
    }),
    errors: elsewhere,
  },
  beginCodes: {
    call: 'POST /api/v1/account/codes',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Create the secret for an authenticator app. The app is added when its first code is confirmed.',
    answer: z.strictObject({
      secret: z.string().describe('Secret in Base32.'),
      address: z.string().describe('`otpauth://` URL for the app.'),
      picture: z.string().describe('QR code of that URL, as a `data:` URL of an SVG.'),
    }),
    errors: elsewhere,
  },
  confirmCodes: {
    call: 'PATCH /api/v1/account/codes',
    access: 'reader',
    stepUp: true,
    summary:
      'Confirm the first code of an authenticator app, which adds the app. All your other sessions end.',
    body: z.strictObject({ code }),
    answer: added,
    errors: { ...elsewhere, ...throttled, 409: 'The code is incorrect, or the secret has expired.' },
  },
  removeCodes: {
    call: 'DELETE /api/v1/account/codes',
    access: 'reader',
    stepUp: true,
    summary: 'Remove the authenticator app. All your other sessions end.',
    errors: { ...elsewhere, ...factorNeeded },
  },
  beginPasskey: {
    call: 'POST /api/v1/account/passkeys/options',
    access: 'reader',
    stepUp: true,
    summary: 'Get the WebAuthn options for creating a passkey.',
    answer: ceremony,
    errors: elsewhere,
  },
  addPasskey: {
    call: 'POST /api/v1/account/passkeys',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Add a passkey. All your other sessions end.',
    body: z.strictObject({ name, passkey: ceremony }),
    answer: added,
    errors: {
      ...elsewhere,
      409: 'The passkey doesn’t match the options, was already added, or there are too many.',
    },
  },
  renamePasskey: {
    call: 'PATCH /api/v1/account/passkeys/:passkey',
    access: 'reader',
    summary: 'Rename a passkey.',
    body: z.strictObject({ name }),
    errors: { 404: 'The passkey doesn’t exist.' },
  },
  removePasskey: {
    call: 'DELETE /api/v1/account/passkeys/:passkey',
    access: 'reader',
    stepUp: true,
    summary: 'Remove a passkey. All your other sessions end.',
    errors: { 404: 'The passkey doesn’t exist.', ...factorNeeded },
  },
  renewRecoveryCodes: {
    call: 'POST /api/v1/account/recovery-codes',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Create new recovery codes. The old ones stop working.',
    answer: z.strictObject({ recoveryCodes }),
    errors: { 404: 'The account has no second factor.' },
  },
  resetFactors: {
    call: 'DELETE /api/v1/accounts/:account/factors',
    access: 'administrator',
    summary: 'Remove all second factors of an account. Its sessions end.',
    errors: { 404: 'The account doesn’t exist.', 409: 'The account has no second factor.' },
  },
} as const satisfies Record<string, Endpoint>;

export type OwnFactors = z.infer<(typeof factorEndpoints)['listFactors']['answer']>;
