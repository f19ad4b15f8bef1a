import { z } from 'zod';
import { time } from '../../../model/api/account.ts';
import type { Endpoint } from '../../../model/api/endpoint.ts';
import { tokenDays as days, tokenName as name } from '../../../model/api/token-fields.ts';

const token = z.strictObject({
  id: z.string().describe('Id, used to revoke the token. It can’t be used to publish.'),
  name: z.string().describe('Name of the token, shown with the releases it publishes.'),
  madeBy: z.string().describe('Email of the administrator who created the token, or `command line`.'),
  createdAt: time.describe('When the token was created.'),
  expiresAt: time.describe('When the token expires.'),
  lastUsedAt: time.nullable().describe('Last use, to the minute. `null` if never used.'),
});

/** Tokens that publish releases from another machine, such as CI. */
export const deployTokenEndpoints = {
  listDeployTokens: {
    call: 'GET /api/v1/deploy-tokens',
    access: 'administrator',
    summary: 'List deploy tokens, newest first.',
    answer: z.strictObject({ tokens: z.array(token).describe('Tokens that are valid now.') }),
  },
  makeDeployToken: {
    call: 'POST /api/v1/deploy-tokens',
    access: 'administrator',
    status: 201,
    summary: 'Create a deploy token. It can publish releases and nothing else.',
    body: z.strictObject({ name, days }),
    answer: z.strictObject({
      token: token.describe('The new token.'),
      secret: z.string().describe('The token itself. It is returned only once.'),
    }),
    errors: { 409: 'The site has the maximum number of deploy tokens.' },
  },
  endDeployToken: {
    call: 'DELETE /api/v1/deploy-tokens/:token',
    access: 'administrator',
    summary: 'Revoke a deploy token. Succeeds if it was already revoked.',
  },
} as const satisfies Record<string, Endpoint>;

export type DeployTokenRow = z.infer<typeof token>;
