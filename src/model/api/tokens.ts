import { z } from 'zod';
import { ended, time } from './account.ts';
import { tokenDays as days, tokenName as name } from './deploy-tokens.ts';
import type { Endpoint } from './endpoint.ts';

const token = z.strictObject({
  id: z.string().describe('What it is ended by. It reads nothing.'),
  name: z.string().describe('What its owner calls it, or what the program calls itself.'),
  createdAt: time.describe('When it was made.'),
  expiresAt: time.describe('When it ends by itself.'),
  lastUsedAt: time.nullable().describe('To a minute; `null`: never.'),
  isAgent: z
    .boolean()
    .describe('Whether it is a program that its owner has let in, and that has tokens of its own.'),
});

const tokens = z.array(token).describe('Those that are good now.');

const noAccount = { 404: 'There is no such account.' } as const;

/** What readers' own programs read with: made and ended by their owner, listed and ended by administrators. */
export const tokensEndpoints = {
  listTokens: {
    call: 'GET /api/v1/account/tokens',
    access: 'reader',
    summary: 'One’s own personal tokens, the newest first.',
    answer: z.strictObject({
      tokens,
      longestDays: z.int().describe('For how long one may be good; 0: there are none on this site.'),
      max: z.int().describe('How many one may have.'),
      letsAgentsIn: z
        .boolean()
        .describe('Whether programs may ask to be let in, by OAuth 2.1: those that can need no token.'),
    }),
  },
  makeToken: {
    call: 'POST /api/v1/account/tokens',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Makes a personal token, which reads what its owner may read.',
    body: z.strictObject({ name, days }),
    answer: z.strictObject({
      token: token.describe('As the list has it.'),
      secret: z.string().describe('The token itself. It is told this once.'),
    }),
    errors: {
      403: 'There are no tokens on this site, or not for so long.',
      409: 'There are as many as one may have.',
    },
  },
  endToken: {
    call: 'DELETE /api/v1/account/tokens/:token',
    access: 'reader',
    summary: 'Ends a token of one’s own. One that has ended already is no error.',
  },
  listAccountTokens: {
    call: 'GET /api/v1/accounts/:account/tokens',
    access: 'administrator',
    summary: 'The personal tokens of an account, the newest first.',
    answer: z.strictObject({ tokens }),
    errors: noAccount,
  },
  endAccountToken: {
    call: 'DELETE /api/v1/accounts/:account/tokens/:token',
    access: 'administrator',
    summary: 'Ends a token of an account. One that has ended already is no error.',
    errors: noAccount,
  },
  endAccountTokens: {
    call: 'DELETE /api/v1/accounts/:account/tokens',
    access: 'administrator',
    summary: 'Ends all tokens of an account.',
    answer: z.strictObject({ ended }),
    errors: noAccount,
  },
} as const satisfies Record<string, Endpoint>;

export type TokenRow = z.infer<typeof token>;
