import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

export const role = z.enum(['reader', 'administrator']).describe('Role of the account.');
/** ISO 8601, UTC. */
export const time = z.iso.datetime();

const ownAccount = z.strictObject({
  email: z.string().describe('Email that the user signs in with.'),
  name: z.string().describe('Display name. Can be empty.'),
  role,
  isLocal: z
    .boolean()
    .describe('Whether this site stores the name, email and password. `false` if an identity provider does.'),
  canChangeEmail: z
    .boolean()
    .describe(
      'Whether the user can change the email with a link sent to the new one. Otherwise an administrator has to.',
    ),
});

const session = z.strictObject({
  id: z.string().describe('Id of the session among your own. It can’t be used to sign in.'),
  createdAt: time.describe('When the user signed in.'),
  lastSeenAt: time.describe('When the session was last used, to the minute.'),
  device: z
    .string()
    .nullable()
    .describe('Browser and system, such as `Firefox on Linux`. `null` if unknown.'),
  network: z
    .string()
    .nullable()
    .describe('Range of IP addresses that the session was used from. `null` if unknown.'),
  current: z.boolean().describe('Whether this is the session that made the request.'),
});

const password = z.string().max(1_024);
const current = password.describe('Current password.');
/** Number of sessions or tokens that an endpoint ended. */
export const endedCount = z.int().describe('Number of sessions or tokens that were ended.');
const noOwner = {
  403: 'The current password is incorrect.',
  429: 'Too many attempts. `Retry-After` says how long to wait.',
  503: 'The store is unavailable. Try again shortly.',
} as const;

/** A user's own account. */
export const accountEndpoints = {
  readAccount: {
    call: 'GET /api/v1/account',
    access: 'reader',
    byToken: true,
    summary: 'Get your own account.',
    answer: ownAccount,
  },
  changePassword: {
    call: 'POST /api/v1/account/password',
    access: 'reader',
    summary: 'Change your password. All your sessions end, and the response sets the cookie of a new one.',
    body: z.strictObject({ current, password: password.describe('New password.') }),
    errors: { ...noOwner, 404: 'An identity provider stores the passwords.' },
  },
  renameAccount: {
    call: 'PATCH /api/v1/account',
    access: 'reader',
    summary: 'Change your display name.',
    body: z.strictObject({ name: z.string().max(400).describe('New display name.') }),
    errors: { 404: 'An identity provider stores the names.' },
  },
  askForEmailChange: {
    call: 'POST /api/v1/account/email',
    access: 'reader',
    stepUp: true,
    summary:
      'Change your email. Sends a confirmation link to the new email, which replaces the old one when the link is used.',
    body: z.strictObject({ current, email: z.string().max(400).describe('New email.') }),
    errors: { ...noOwner, 404: 'The site doesn’t send mail, or an identity provider stores the emails.' },
  },
  exportOwnData: {
    call: 'GET /api/v1/account/data',
    access: 'reader',
    summary: 'Download everything the site stores about you, grouped by subject.',
    answer: z.record(z.string(), z.unknown()),
    download: { type: 'application/json', name: 'my-data.json' },
  },
  removeOwnAccount: {
    call: 'POST /api/v1/account/removal',
    access: 'reader',
    stepUp: true,
    summary: 'Delete your account. This can’t be undone.',
    body: z.strictObject({
      confirmation: z.string().max(400).describe('Email of the account, typed as a confirmation.'),
      current: password.default('').describe('Current password, if this site stores it.'),
    }),
    errors: { ...noOwner, 409: 'You’re the last administrator who can sign in.' },
  },
  listSessions: {
    call: 'GET /api/v1/account/sessions',
    access: 'reader',
    summary: 'List your active sessions, starting with the one that made the request.',
    answer: z.strictObject({ sessions: z.array(session).describe('Active sessions.') }),
  },
  endSession: {
    call: 'DELETE /api/v1/account/sessions/:session',
    access: 'reader',
    summary: 'End one of your other sessions. Succeeds if it has already ended.',
  },
  endOtherSessions: {
    call: 'DELETE /api/v1/account/sessions',
    access: 'reader',
    summary: 'End all your other sessions.',
    answer: z.strictObject({ ended: endedCount }),
  },
} as const satisfies Record<string, Endpoint>;

export type OwnSession = z.infer<typeof session>;
