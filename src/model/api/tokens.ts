import { z } from 'zod';
import { time } from './account.ts';
import { tokenName as name } from './deploy-tokens.ts';
import type { Endpoint } from './endpoint.ts';

const token = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable().describe('To a minute.'),
  isAgent: z
    .boolean()
    .describe('Whether it is a program that its owner has let in, and that has tokens of its own.'),
});

const noAccount = { 404: 'There is no such account.' } as const;

/** What readers' own programs read with: made and ended by their owner, listed and ended by administrators. */
export const tokensEndpoints = {
  listTokens: {
    method: 'GET',
    path: '/api/v1/account/tokens',
    access: 'reader',
    summary: 'One’s own personal tokens, the newest first.',
    answer: z.strictObject({
      tokens: z.array(token),
      longestDays: z.int().describe('For how long one may be good; 0: there are none on this site.'),
      max: z.int().describe('How many one may have.'),
    }),
  },
  makeToken: {
    method: 'POST',
    path: '/api/v1/account/tokens',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Makes a personal token, which reads what its owner may read.',
    body: z.strictObject({ name, days: z.int().min(1).max(3_650) }),
    answer: z.strictObject({ token, secret: z.string().describe('The token itself. It is told this once.') }),
    errors: {
      403: 'There are no tokens on this site, or not for so long.',
      409: 'There are as many as one may have.',
    },
  },
  endToken: {
    method: 'DELETE',
    path: '/api/v1/account/tokens/:token',
    access: 'reader',
    summary: 'Ends a token of one’s own. One that has ended already is no error.',
  },
  listAccountTokens: {
    method: 'GET',
    path: '/api/v1/accounts/:account/tokens',
    access: 'administrator',
    summary: 'The personal tokens of an account, the newest first.',
    answer: z.strictObject({ tokens: z.array(token) }),
    errors: noAccount,
  },
  endAccountToken: {
    method: 'DELETE',
    path: '/api/v1/accounts/:account/tokens/:token',
    access: 'administrator',
    summary: 'Ends a token of an account. One that has ended already is no error.',
    errors: noAccount,
  },
  endAccountTokens: {
    method: 'DELETE',
    path: '/api/v1/accounts/:account/tokens',
    access: 'administrator',
    summary: 'Ends all tokens of an account.',
    answer: z.strictObject({ ended: z.int() }),
    errors: noAccount,
  },
} as const satisfies Record<string, Endpoint>;

export type TokenRow = z.infer<typeof token>;
