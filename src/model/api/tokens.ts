import { z } from 'zod';
import { endedCount, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

export const listedToken = z.strictObject({
  id: z.string().describe('Id, used to revoke the token. It can’t be used to read.'),
  name: z.string().describe('Name that the user gave the token, or that the connected app gave itself.'),
  createdAt: time.describe('When the token was created.'),
  expiresAt: time.describe('When the token expires.'),
  lastUsedAt: time.nullable().describe('Last use, to the minute. `null` if never used.'),
  isAgent: z
    .boolean()
    .describe('Whether it belongs to an app that the user connected. Such an app renews its own tokens.'),
});

const tokens = z.array(listedToken).describe('Tokens that are valid now.');

const noAccount = { 404: 'The account doesn’t exist.' } as const;

/**
 * The tokens with which programs read for a user. Users and administrators list and revoke them, whichever feature has
 * created them. A server has these endpoints if one of its features declares `grantsTokens`.
 */
export const tokensEndpoints = {
  listTokens: {
    call: 'GET /api/v1/account/tokens',
    access: 'reader',
    summary: 'List your personal tokens and connected apps, newest first.',
    answer: z.strictObject({
      tokens,
      longestDays: z.int().describe('Maximum lifetime in days. 0 if personal tokens are turned off.'),
      max: z.int().describe('Maximum number of tokens per user.'),
      letsAgentsIn: z
        .boolean()
        .describe('Whether apps can connect with OAuth 2.1, so that they don’t need a token.'),
    }),
  },
  endToken: {
    call: 'DELETE /api/v1/account/tokens/:token',
    access: 'reader',
    summary: 'Revoke one of your tokens. Succeeds if it was already revoked.',
  },
  listAccountTokens: {
    call: 'GET /api/v1/accounts/:account/tokens',
    access: 'administrator',
    summary: 'List the personal tokens and connected apps of an account, newest first.',
    answer: z.strictObject({ tokens }),
    errors: noAccount,
  },
  endAccountToken: {
    call: 'DELETE /api/v1/accounts/:account/tokens/:token',
    access: 'administrator',
    summary: 'Revoke a token of an account. Succeeds if it was already revoked.',
    errors: noAccount,
  },
  endAccountTokens: {
    call: 'DELETE /api/v1/accounts/:account/tokens',
    access: 'administrator',
    summary: 'Revoke all tokens of an account.',
    answer: z.strictObject({ ended: endedCount }),
    errors: noAccount,
  },
} as const satisfies Record<string, Endpoint>;

export type TokenRow = z.infer<typeof listedToken>;
