import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const finding = z.strictObject({
  check: z.string().describe('What was looked at.'),
  state: z
    .enum(['ok', 'warn', 'fail'])
    .describe(
      '`fail`: the site does not work, or will not start again. `warn`: it works, and somebody should know.',
    ),
  message: z.string().describe('What was found.'),
  todo: z.string().optional().describe('What to do about it.'),
});

/** What `gatehouse doctor` knows. */
export const healthEndpoints = {
  readHealth: {
    call: 'GET /api/v1/health',
    access: 'administrator',
    summary: 'What the server finds when it looks at itself: settings, store, build, index, machine.',
    answer: z.strictObject({
      at: time.describe('When the server looked.'),
      findings: z.array(finding).describe('One of each check.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
