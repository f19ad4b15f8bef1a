import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

export const role = z.enum(['reader', 'administrator']).describe('What the account may do.');
/** ISO 8601, UTC. */
export const time = z.iso.datetime();

const ownAccount = z.strictObject({
  email: z.string().describe('What one signs in with.'),
  name: z.string().describe('As others see it; may be empty.'),
  role,
  isLocal: z
    .boolean()
    .describe('Whether name, e-mail and password are kept here, and not by an identity provider.'),
  canChangeEmail: z
    .boolean()
    .describe('By a link that is sent to the new one; else it is the administrator who changes it.'),
});

const session = z.strictObject({
  id: z.string().describe('Among one’s own. It opens nothing.'),
  createdAt: time.describe('When it began, by signing in.'),
  lastSeenAt: time.describe('When it was last used, to a minute.'),
  device: z.string().nullable().describe('`Firefox on Linux`, as the browser calls itself.'),
  network: z.string().nullable().describe('A range of addresses around its own.'),
  current: z.boolean().describe('The one that asks.'),
});

const password = z.string().max(1_024);
const current = password.describe('The password as it is now.');
/** Of sessions and tokens. */
export const ended = z.int().describe('How many have ended by it.');
const noOwner = {
  403: 'The current password is another one.',
  429: 'Too many attempts; `Retry-After` says for how long.',
  503: 'The store cannot do it now.',
} as const;

/** What readers do with their own account. */
export const accountEndpoints = {
  readAccount: {
    call: 'GET /api/v1/account',
    access: 'reader',
    byToken: true,
    summary: 'Who asks.',
    answer: ownAccount,
  },
  changePassword: {
    call: 'POST /api/v1/account/password',
    access: 'reader',
    summary: 'Sets a new password. All sessions end; the answer sets the cookie of a new one.',
    body: z.strictObject({ current, password: password.describe('The new one.') }),
    errors: { ...noOwner, 404: 'Passwords are kept by an identity provider.' },
  },
  renameAccount: {
    call: 'PATCH /api/v1/account',
    access: 'reader',
    summary: 'Changes the name of whoever asks.',
    body: z.strictObject({ name: z.string().max(400).describe('The new one.') }),
    errors: { 404: 'Names are kept by an identity provider.' },
  },
  askForEmailChange: {
    call: 'POST /api/v1/account/email',
    access: 'reader',
    stepUp: true,
    summary: 'Sends a link to a new e-mail, which becomes the account’s when the link is used.',
    body: z.strictObject({ current, email: z.string().max(400).describe('The new one.') }),
    errors: { ...noOwner, 404: 'The site sends no mail, or e-mails are kept by an identity provider.' },
  },
  exportOwnData: {
    call: 'GET /api/v1/account/data',
    access: 'reader',
    summary: 'All that is kept of whoever asks, by subject, as a file.',
    answer: z.record(z.string(), z.unknown()),
    download: { type: 'application/json', name: 'my-data.json' },
  },
  removeOwnAccount: {
    call: 'POST /api/v1/account/removal',
    access: 'reader',
    stepUp: true,
    summary: 'Removes the account of whoever asks, for good.',
    body: z.strictObject({
      confirmation: z.string().max(400).describe('The e-mail of the account, typed.'),
      current: password.default('').describe('The password, where it is kept here.'),
    }),
    errors: { ...noOwner, 409: 'It is the last administrator who can sign in.' },
  },
  listSessions: {
    call: 'GET /api/v1/account/sessions',
    access: 'reader',
    summary: 'One’s own live sessions, the one that asks first.',
    answer: z.strictObject({ sessions: z.array(session).describe('Those that are live.') }),
  },
  endSession: {
    call: 'DELETE /api/v1/account/sessions/:session',
    access: 'reader',
    summary: 'Ends another session of one’s own. One that has ended already is no error.',
  },
  endOtherSessions: {
    call: 'DELETE /api/v1/account/sessions',
    access: 'reader',
    summary: 'Ends all other sessions of one’s own.',
    answer: z.strictObject({ ended }),
  },
} as const satisfies Record<string, Endpoint>;

export type OwnSession = z.infer<typeof session>;
