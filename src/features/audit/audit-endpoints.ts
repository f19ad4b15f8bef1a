import { z } from 'zod';
import { time } from '../../model/api/account.ts';
import { declaredGroup } from '../../model/api/accounts.ts';
import type { Endpoint } from '../../model/api/endpoint.ts';
import {
  createOrderSchema,
  createPageSchema,
  daySchema,
  listPart,
  listSearch,
} from '../../model/api/lists.ts';

const entry = z.strictObject({
  at: time.describe('When the event happened.'),
  event: z.string().describe('Name of the event, one of `events`.'),
  email: z.string().nullable().describe('Email of the account concerned, as it was then.'),
  by: z
    .string()
    .nullable()
    .describe('Email of the administrator who did it. `null` if the account itself did.'),
  from: z.string().nullable().describe('IP address.'),
  detail: z.string().nullable().describe('Details, such as the new role.'),
  entries: z.int().optional().describe('Number of entries, if `list` is `actions`.'),
});

/** The audit log: sign-ins and changes. */
export const auditEndpoints = {
  listAudit: {
    call: 'GET /api/v1/audit',
    access: 'administrator',
    stepUp: 'files',
    summary: 'List audit entries, filtered by event, person and day. Newest first by default.',
    query: z.strictObject({
      search: listSearch.describe('Words that a person or the IP address must contain, all of them.'),
      event: z.string().max(64).optional().describe('Only this event, one of `events`.'),
      since: daySchema.optional().describe('First day (UTC).'),
      until: daySchema.optional().describe('Last day (UTC).'),
      by: z
        .string()
        .max(320)
        .optional()
        .describe('Only entries of exactly this administrator or other actor.'),
      time: time.optional().describe('Only entries of exactly this time.'),
      list: z
        .enum(['entries', 'actions'])
        .default('entries')
        .describe(
          '`actions`: one row for an action that concerned many accounts, with the number of `entries` and without their emails.',
        ),
      order: createOrderSchema(),
      ...listPart,
    }),
    answer: createPageSchema(entry).extend({
      events: z.array(z.string()).describe('Names of all events.'),
      groups: z.array(declaredGroup).describe('Groups that the site declares.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;

export type AuditRow = z.infer<typeof entry>;
