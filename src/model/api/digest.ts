import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The weekly mail to administrators. */
export const digestEndpoints = {
  readDigest: {
    call: 'GET /api/v1/digest',
    access: 'administrator',
    summary: 'Whether the weekly digest goes out, and to whoever asks.',
    answer: z.strictObject({
      mail: z.boolean().describe('The site sends mail.'),
      isOn: z.boolean().describe('`DIGEST` does not forbid it.'),
      mine: z.boolean().describe('Whoever asks gets it.'),
    }),
  },
  changeDigest: {
    call: 'POST /api/v1/digest',
    access: 'administrator',
    summary: 'Sends the weekly digest to whoever asks, or does so no more.',
    body: z.strictObject({ mine: z.boolean().describe('Whoever asks gets it from now on.') }),
  },
} as const satisfies Record<string, Endpoint>;
