import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The weekly mail to administrators. */
export const digestEndpoints = {
  readDigest: {
    call: 'GET /api/v1/digest',
    access: 'administrator',
    summary: 'Get whether the weekly digest is sent, and whether you receive it.',
    answer: z.strictObject({
      mail: z.boolean().describe('Whether the site sends mail.'),
      isOn: z.boolean().describe('Whether the digest is turned on (`DIGEST`).'),
      mine: z.boolean().describe('Whether you receive the digest.'),
    }),
  },
  changeDigest: {
    call: 'POST /api/v1/digest',
    access: 'administrator',
    summary: 'Subscribe to the weekly digest, or unsubscribe.',
    body: z.strictObject({ mine: z.boolean().describe('Whether you want to receive the digest.') }),
  },
} as const satisfies Record<string, Endpoint>;
