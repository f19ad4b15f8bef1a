import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const finding = z.strictObject({
  check: z.string().describe('Name of the check.'),
  state: z
    .enum(['ok', 'warn', 'fail'])
    .describe(
      '`ok`: nothing to do. `warn`: the site works, but needs attention. `fail`: the site doesn’t work, or won’t start again.',
    ),
  message: z.string().describe('Result of the check.'),
  todo: z.string().optional().describe('Next step. Missing if there is none.'),
});

/** The checks of `gatehouse doctor`, made by the running server. */
export const healthEndpoints = {
  readHealth: {
    call: 'GET /api/v1/health',
    access: 'administrator',
    summary: 'Check the server: settings, store, build, search index and machine.',
    answer: z.strictObject({
      at: time.describe('When the checks ran.'),
      mail: z.boolean().describe('Whether the server sends mail, so you can send a test email.'),
      findings: z.array(finding).describe('Results of the checks.'),
    }),
  },
  sendTestMail: {
    call: 'POST /api/v1/health/test-mail',
    access: 'administrator',
    summary: 'Send yourself a test email. Limited to five an hour.',
    answer: z.strictObject({
      to: z.string().describe('Address that the mail server accepted the email for.'),
    }),
    errors: {
      404: 'The server doesn’t send mail: `SMTP_URL` isn’t set.',
      429: 'Five test emails were sent within the last hour.',
      503: 'The email couldn’t be sent. See `message`.',
    },
  },
} as const satisfies Record<string, Endpoint>;
