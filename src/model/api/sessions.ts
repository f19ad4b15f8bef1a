import { z } from 'zod';
import { role, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { listOf, listSearch, sortedBy } from './lists.ts';

const liveSession = z.strictObject({
  id: z.string().describe('Among those of its account.'),
  account: z.string().describe('Its id.'),
  email: z.string().describe('Of the account.'),
  name: z.string().describe('Of the account; may be empty.'),
  role,
  createdAt: time.describe('When it began, by signing in.'),
  lastSeenAt: time.describe('When it was last used, to a minute.'),
  device: z.string().nullable().describe('Browser and system, where they are known.'),
  network: z.string().nullable().describe('A range of addresses.'),
  current: z.boolean().describe('The one that asks.'),
});

/** Who is signed in. */
export const sessionsEndpoints = {
  listAllSessions: {
    call: 'GET /api/v1/sessions',
    access: 'administrator',
    stepUp: 'files',
    summary: 'A page of the live sessions of all accounts.',
    query: z.strictObject({
      search: listSearch,
      ...sortedBy(['last-seen', 'created', 'email']),
    }),
    answer: listOf(liveSession),
  },
  endAccountSession: {
    call: 'DELETE /api/v1/accounts/:account/sessions/:session',
    access: 'administrator',
    summary: 'Ends one session of an account. One that has ended already is no error.',
  },
} as const satisfies Record<string, Endpoint>;

export type LiveSession = z.infer<typeof liveSession>;
