import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

/** `fail`: the site does not work, or will not start again. `warn`: it works, and somebody should know. */
const finding = z.strictObject({
  check: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  todo: z.string().optional().describe('What to do about it.'),
});

/** What `gatehouse doctor` knows. */
export const healthEndpoints = {
  readHealth: {
    method: 'GET',
    path: '/api/v1/health',
    access: 'administrator',
    summary: 'What the server finds when it looks at itself: settings, store, build, index, machine.',
    answer: z.strictObject({ at: time, findings: z.array(finding) }),
  },
} as const satisfies Record<string, Endpoint>;
