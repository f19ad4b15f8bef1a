import { z } from 'zod';
import type { Endpoint } from '../../model/api/endpoint.ts';
import { tokenDays as days, tokenName as name } from '../../model/api/token-fields.ts';
import { listedToken } from '../../model/api/tokens.ts';

/** Creates personal tokens. Every server that grants tokens has the endpoints to list and revoke them. */
export const personalTokenEndpoints = {
  makeToken: {
    call: 'POST /api/v1/account/tokens',
    access: 'reader',
    stepUp: true,
    status: 201,
    summary: 'Create a personal token. It can read whatever you can read.',
    body: z.strictObject({ name, days }),
    answer: z.strictObject({
      token: listedToken.describe('The new token.'),
      secret: z.string().describe('The token itself. It is returned only once.'),
    }),
    errors: {
      403: 'Tokens are turned off, or the lifetime is too long.',
      409: 'You have the maximum number of tokens.',
    },
  },
} as const satisfies Record<string, Endpoint>;
