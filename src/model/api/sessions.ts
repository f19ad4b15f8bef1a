import { z } from 'zod';
import { role, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { createPageSchema, createSortedQuery, listSearch } from './lists.ts';

const liveSession = z.strictObject({
  id: z.string().describe('Id of the session among those of its account.'),
  account: z.string().describe('Id of the account.'),
  email: z.string().describe('Email of the user.'),
  name: z.string().describe('Display name of the user. Can be empty.'),
  role,
  createdAt: time.describe('When the user signed in.'),
  lastSeenAt: time.describe('When the session was last used, to the minute.'),
  device: z
    .string()
    .nullable()
    .describe('Browser and system, such as `Firefox on Linux`. `null` if unknown.'),
  network: z.string().nullable().describe('Range of IP addresses. `null` if unknown.'),
  current: z.boolean().describe('Whether this is the session that made the request.'),
});

/** Active sessions of all users. */
export const sessionsEndpoints = {
  listAllSessions: {
    call: 'GET /api/v1/sessions',
    access: 'administrator',
    stepUp: 'files',
    summary: 'List the active sessions of all users.',
    query: z.strictObject({
      search: listSearch,
      ...createSortedQuery(['last-seen', 'created', 'email']),
    }),
    answer: createPageSchema(liveSession),
  },
  endAccountSession: {
    call: 'DELETE /api/v1/accounts/:account/sessions/:session',
    access: 'administrator',
    summary: 'End a session of an account. Succeeds if it has already ended.',
  },
} as const satisfies Record<string, Endpoint>;

export type LiveSession = z.infer<typeof liveSession>;
