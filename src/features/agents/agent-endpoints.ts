import { z } from 'zod';
import { endedCount, time } from '../../model/api/account.ts';
import type { Endpoint } from '../../model/api/endpoint.ts';
import { createPageSchema, createSortedQuery, listSearch } from '../../model/api/lists.ts';

const agent = z.strictObject({
  id: z.string().describe('Id of the app’s token. Use it with `endAccountToken` to revoke the app.'),
  account: z.string().describe('Id of the reader’s account.'),
  email: z.string().describe('Email of the reader.'),
  accountName: z.string().describe('Display name of the reader. Can be empty.'),
  name: z.string().describe('Name that the app gave itself, and the host that publishes it, if known.'),
  client: z.string().describe('OAuth client id.'),
  createdAt: time.describe('When the reader allowed access.'),
  expiresAt: time.describe('When access expires.'),
  lastUsedAt: time.nullable().describe('Last use, to the minute. `null` if never used.'),
});

/** Agents: apps that readers have connected by OAuth. */
export const agentEndpoints = {
  listAgents: {
    call: 'GET /api/v1/agents',
    access: 'administrator',
    stepUp: 'files',
    summary: 'List the apps that readers have connected. To revoke one, use `endAccountToken`.',
    query: z.strictObject({
      search: listSearch,
      ...createSortedQuery(['last-used', 'created', 'email', 'name']),
    }),
    answer: createPageSchema(agent).extend({
      isOn: z.boolean().describe('Whether connected apps are turned on.'),
    }),
  },
  endAgents: {
    call: 'DELETE /api/v1/agents',
    access: 'administrator',
    summary: 'Revoke all connected apps of all readers. Personal tokens keep working.',
    answer: z.strictObject({ ended: endedCount }),
  },
} as const satisfies Record<string, Endpoint>;

export type AgentRow = z.infer<typeof agent>;
