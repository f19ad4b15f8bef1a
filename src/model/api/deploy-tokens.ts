import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

/** One line, and nothing that would reach terminals and logs as a command. */
export const tokenName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{C}+$/u)
  .describe('What it is known by. One line.');

export const tokenDays = z.int().min(1).max(3_650).describe('For how long it is good.');

const token = z.strictObject({
  id: z.string().describe('What it is ended by. It publishes nothing.'),
  name: z.string().describe('What releases say they were published by.'),
  madeBy: z.string().describe('E-mail of an administrator, or `command line`.'),
  createdAt: time.describe('When it was made.'),
  expiresAt: time.describe('When it ends by itself.'),
  lastUsedAt: time.nullable().describe('To a minute; `null`: never.'),
});

/** What releases are published with from elsewhere. */
export const deployTokensEndpoints = {
  listDeployTokens: {
    call: 'GET /api/v1/deploy-tokens',
    access: 'administrator',
    summary: 'The deploy tokens, the newest first.',
    answer: z.strictObject({ tokens: z.array(token).describe('Those that are good now.') }),
  },
  makeDeployToken: {
    call: 'POST /api/v1/deploy-tokens',
    access: 'administrator',
    status: 201,
    summary: 'Makes a deploy token, which publishes releases and opens nothing else.',
    body: z.strictObject({ name: tokenName, days: tokenDays }),
    answer: z.strictObject({
      token: token.describe('As the list has it.'),
      secret: z.string().describe('The token itself. It is told this once.'),
    }),
    errors: { 409: 'There are as many as a site may have.' },
  },
  endDeployToken: {
    call: 'DELETE /api/v1/deploy-tokens/:token',
    access: 'administrator',
    summary:
      'Ends a deploy token: it publishes nothing from then on. One that has ended already is no error.',
  },
} as const satisfies Record<string, Endpoint>;

export type DeployTokenRow = z.infer<typeof token>;
