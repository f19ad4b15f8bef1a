import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The mails that the site can send, with example values. */
export const mailsEndpoints = {
  listMails: {
    call: 'GET /api/v1/mails',
    access: 'administrator',
    summary: 'List the emails that the site can send, filled in with example values.',
    query: z.strictObject({
      language: z
        .string()
        .max(64)
        .optional()
        .describe('Language of the emails, one of `languages`. Default: that of your pages.'),
    }),
    answer: z.strictObject({
      mail: z.boolean().describe('Whether the server sends mail.'),
      language: z.string().describe('Language of these emails.'),
      languages: z.array(z.string()).describe('Languages in which the site writes emails.'),
      rows: z
        .array(
          z.strictObject({
            kind: z.string().describe('Kind of email. Kinds of features begin with the name of the feature.'),
            subject: z.string().describe('Subject.'),
            text: z.string().describe('The email as plain text.'),
            fault: z
              .string()
              .optional()
              .describe("Why the feature can't write this example. `subject` is then the kind."),
          }),
        )
        .describe('One email for each kind.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
