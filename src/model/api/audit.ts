import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { day, listOf, listOrder, listPart, listSearch } from './lists.ts';

const entry = z.strictObject({
  at: time.describe('When it was done.'),
  event: z.string().describe('What was done, as `events` has it.'),
  email: z.string().nullable().describe('Of the account that it concerns, as it was then.'),
  by: z.string().nullable().describe('Who did it; nobody: the account itself.'),
  from: z.string().nullable().describe('Network address.'),
  detail: z.string().nullable().describe('What else there is to say of it.'),
});

/** Who signed in, and who changed what. */
export const auditEndpoints = {
  listAudit: {
    call: 'GET /api/v1/audit',
    access: 'administrator',
    stepUp: 'files',
    summary: 'A page of what is written down, filtered by act, person and time; the newest first.',
    query: z.strictObject({
      search: listSearch.describe('Is in one of the persons, or in the address.'),
      event: z.string().max(64).optional().describe('Only this act, as `events` has it.'),
      since: day.optional().describe('The first day (UTC).'),
      until: day.optional().describe('The last day (UTC).'),
      order: listOrder(),
      ...listPart,
    }),
    answer: listOf(entry).extend({ events: z.array(z.string()).describe('All acts that there are.') }),
  },
} as const satisfies Record<string, Endpoint>;

export type AuditRow = z.infer<typeof entry>;
