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
    answer: serviceStatus,
  },
  changeStatus: {
    call: 'POST /api/v1/status',
    access: 'administrator',
    summary: 'Change the status of the service.',
    body: serviceStatus,
    errors: { 409: 'A disturbance has no message.' },
  },
} as const satisfies Record<string, Endpoint>;
