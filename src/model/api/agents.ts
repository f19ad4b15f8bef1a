import { z } from 'zod';
import { ended, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { listOf, listSearch, sortedBy } from './lists.ts';

const agent = z.strictObject({
  id: z.string().describe('Id of the token to revoke with `endAccountToken`. It reads nothing.'),
  account: z.string().describe('Id of the reader’s account.'),
  email: z.string().describe('Of the account.'),
  accountName: z.string().describe('Of the account; may be empty.'),
  name: z.string().describe('What the program calls itself, and where it is known from.'),
  client: z.string().describe('Its OAuth client id.'),
  createdAt: time.describe('When the reader allowed it.'),
  expiresAt: time.describe('When it expires.'),
  lastUsedAt: time.nullable().describe('To a minute; `null`: never.'),
});

/** Programs that readers have let in by OAuth, those of all readers. */
export const agentsEndpoints = {
  listAgents: {
    call: 'GET /api/v1/agents',
    access: 'administrator',
    stepUp: 'files',
    summary: 'A page of the agents that readers have allowed to read. `endAccountToken` revokes one of them.',
    query: z.strictObject({
      search: listSearch,
      ...sortedBy(['last-used', 'created', 'email', 'name']),
    }),
    answer: listOf(agent).extend({
      isOn: z.boolean().describe('Whether agents can read, and ask readers for access.'),
    }),
  },
  endAgents: {
    call: 'DELETE /api/v1/agents',
    access: 'administrator',
    summary: 'Revokes every agent of every reader. Personal tokens aren’t affected.',
    answer: z.strictObject({ ended }),
  },
} as const satisfies Record<string, Endpoint>;

export type AgentRow = z.infer<typeof agent>;
