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
      mail: z.boolean().describe('Whether the server sends mail, so that a test e-mail can be asked for.'),
      findings: z.array(finding).describe('One of each check.'),
    }),
  },
  sendTestMail: {
    call: 'POST /api/v1/health/test-mail',
    access: 'administrator',
    summary: 'Sends an e-mail to whoever asks for it, to see whether mail arrives. Five an hour.',
    answer: z.strictObject({ to: z.string().describe('The address that the mail server took it for.') }),
    errors: {
      404: 'The server sends no mail: `SMTP_URL` is not set.',
      429: 'There have been five within an hour.',
      503: 'It could not be sent: the message says why.',
    },
  },
} as const satisfies Record<string, Endpoint>;
