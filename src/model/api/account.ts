import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

export const role = z.enum(['reader', 'administrator']);
/** ISO 8601, UTC. */
export const time = z.iso.datetime();

const ownAccount = z.strictObject({
  email: z.string(),
  name: z.string(),
  role,
  /** Whether name, e-mail and password are kept here, and not by an identity provider. */
  isLocal: z.boolean(),
});

const session = z.strictObject({
  id: z.string(),
  createdAt: time,
  lastSeenAt: time,
  /** `Firefox on Linux`, as the browser calls itself; and the network around its address. */
  device: z.string().nullable(),
  network: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
});

/** What readers do with their own account. */
export const accountEndpoints = {
  readAccount: {
    method: 'GET',
    path: '/api/v1/account',
    access: 'reader',
    byToken: true,
    summary: 'Who asks.',
    answer: ownAccount,
  },
  changePassword: {
    method: 'POST',
    path: '/api/v1/account/password',
    access: 'reader',
    summary: 'Sets a new password. All sessions end; the answer sets the cookie of a new one.',
    body: z.strictObject({ current: z.string().max(1_024), password: z.string().max(1_024) }),
    errors: {
      403: 'The current password is another one.',
      404: 'Passwords are kept by an identity provider.',
      429: 'Too many attempts at the current password; `Retry-After` says for how long.',
      503: 'The store cannot change it now.',
    },
  },
  listSessions: {
    method: 'GET',
    path: '/api/v1/account/sessions',
    access: 'reader',
    summary: 'One’s own live sessions, the one that asks first.',
    answer: z.strictObject({ sessions: z.array(session) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/account/sessions/:session',
    access: 'reader',
    summary: 'Ends another session of one’s own. One that has ended already is no error.',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/v1/account/sessions',
    access: 'reader',
    summary: 'Ends all other sessions of one’s own.',
    answer: z.strictObject({ ended: z.int() }),
  },
} as const satisfies Record<string, Endpoint>;

export type OwnSession = z.infer<typeof session>;
