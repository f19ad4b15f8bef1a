import { z } from 'zod';
import { role } from '../../model/api/account.ts';
import { filter } from '../../model/api/accounts.ts';
import type { Endpoint } from '../../model/api/endpoint.ts';
import { personalLink } from '../../model/api/many-accounts.ts';

/** 10,000 people with long names. */
const FILE_MAX_BYTES = 2 * 1024 * 1024;

const file = z.strictObject({
  csv: z
    .string()
    .describe(
      'CSV file. The first line names the columns: `email` and, optionally, `name`, `role` and `groups`.',
    ),
});

const line = z.int().describe('Line of the file, starting at 1.');

const person = z.strictObject({
  line,
  email: z.string().describe('Email in the file.'),
  name: z.string().describe('Display name in the file. Can be empty.'),
  role: role.describe('Role in the file.'),
});

const plan = z.strictObject({
  problems: z
    .array(z.strictObject({ line, message: z.string().describe('Description of the problem.') }))
    .describe('Problems of the file. If there are any, importing it adds no accounts.'),
  toAdd: z
    .strictObject({
      readers: z.int().describe('Number of readers to invite.'),
      administrators: z.int().describe('Number of administrators to invite.'),
    })
    .describe('Number of users to invite.'),
  there: z.int().describe('Number of users who already have an account. These accounts aren’t changed.'),
  otherwise: z
    .array(
      z.strictObject({
        person: person.describe('The line of the file.'),
        is: z
          .strictObject({
            name: z.string().describe('Display name of the account.'),
            role: role.describe('Role of the account.'),
          })
          .describe('Values of the existing account, which stay.'),
      }),
    )
    .describe('Existing accounts whose name or role differs from the file.'),
});

/** Files of people, for administrators. */
export const importEndpoints = {
  exportAccounts: {
    call: 'GET /api/v1/accounts/file',
    access: 'administrator',
    stepUp: true,
    summary: 'Export accounts as a CSV file, which another site can import.',
    query: filter,
    answer: z.string(),
    download: { type: 'text/csv', name: 'accounts.csv' },
  },
  planImport: {
    call: 'POST /api/v1/accounts/import/plan',
    access: 'administrator',
    summary:
      'Check a file before importing it. Returns what the import would do and all problems of the file.',
    body: file,
    bodyMaxBytes: FILE_MAX_BYTES,
    answer: plan,
    errors: { 404: 'An identity provider creates the accounts.', 413: 'The file is too large.' },
  },
  importAccounts: {
    call: 'POST /api/v1/accounts/import',
    access: 'administrator',
    status: 201,
    summary:
      'Import users. Invites everyone in the file who has no account yet. If the file has a problem, no one is invited.',
    tellsProgress: true,
    body: file,
    bodyMaxBytes: FILE_MAX_BYTES,
    answer: z.strictObject({
      added: z.int().describe('Number of users invited.'),
      there: z.int().describe('Number of users who already had an account.'),
      links: z.array(personalLink).describe('Invitation links, if the site doesn’t email them.'),
    }),
    errors: {
      400: 'The request is invalid, or the file has problems. To list them, use `planImport`.',
      404: 'An identity provider creates the accounts.',
      413: 'The file is too large.',
    },
  },
  readInvitations: {
    call: 'GET /api/v1/accounts/import/invitations',
    access: 'administrator',
    summary: 'Get the number of invitations waiting to be emailed.',
    answer: z.strictObject({ waiting: z.int().describe('Number of invitations not sent yet.') }),
  },
} as const satisfies Record<string, Endpoint>;
