import { type Endpoint, z } from 'gatehouse/feature';

export const serviceStatus = z.strictObject({
  state: z.enum(['works', 'disturbed']).describe('Whether the service works.'),
  message: z.string().trim().max(500).default('').describe('What readers should know.'),
});
export type ServiceStatus = z.output<typeof serviceStatus>;

/** Each field needs a description, because the API reference shows it. */
export const statusEndpoints = {
  readStatus: {
    call: 'GET /api/v1/status',
    access: 'reader',
    byToken: true,
    summary: 'Get the status of the service.',
    answer: serviceStatus.extend({
      sendsNotices: z
        .boolean()
        .describe('Whether readers can ask for an email when the service works again.'),
    }),
  },
  changeStatus: {
    call: 'POST /api/v1/status',
    access: 'administrator',
    summary: 'Change the status of the service.',
    body: serviceStatus,
    errors: { 409: 'A disturbance has no message.' },
  },
  requestNotice: {
    call: 'POST /api/v1/status/notices',
    access: 'reader',
    summary: 'Ask for an email when the service works again.',
    body: z.strictObject({
      language: z.string().max(35).describe('Language of the email as a BCP 47 tag, such as `es`.'),
    }),
    answer: z.strictObject({ expiresAt: z.iso.datetime().describe('When the request expires.') }),
    status: 201,
    errors: { 409: 'The service works, or the site sends no mail.' },
  },
} as const satisfies Record<string, Endpoint>;
