import { z } from 'zod';
import { ACCOUNTS_AT_ONCE } from '../../config/constants.ts';
import { role } from './account.ts';
import { filter } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

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

const link = z.strictObject({
  email: z.string().describe('Email of the invited user.'),
  name: z.string().describe('Display name. Can be empty.'),
  link: z.url().describe('One-time link that expires in 72 hours. It is returned only once.'),
});

const act = z
  .enum(['disable', 'enable', 'reader', 'administrator', 'invite', 'end-sessions', 'remove'])
  .describe(
    'Action to take. `reader` and `administrator` change the role; `invite` creates new invitation links.',
  );

/** Many accounts at once, for administrators. */
export const manyAccountsEndpoints = {
  exportAccounts: {
    call: 'GET /api/v1/accounts/file',
    access: 'administrator',
    stepUp: true,
    summary: 'Export accounts as a CSV file, which another site can import.',
    query: filter,
    answer: z.string(),
    download: { type: 'text/csv', name: 'accounts.csv' },
  },
  listAccountIds: {
    call: 'GET /api/v1/accounts/ids',
    access: 'administrator',
    summary: 'List the ids of all matching accounts.',
    query: filter,
    answer: z.strictObject({ accounts: z.array(z.string()).describe('Ids of the accounts.') }),
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
      links: z.array(link).describe('Invitation links, if the site doesn’t email them.'),
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
  actOnAccounts: {
    call: 'POST /api/v1/accounts/acts',
    access: 'administrator',
    summary: 'Take an action on many accounts, one after another. Returns the accounts that were skipped.',
    body: z.strictObject({
      act,
      accounts: z.array(z.string().max(100)).min(1).max(ACCOUNTS_AT_ONCE).describe('Ids of the accounts.'),
    }),
    answer: z.strictObject({
      done: z.int().describe('Number of accounts changed.'),
      refused: z
        .array(
          z.strictObject({
            email: z.string().describe('Email of the account.'),
            code: z
              .enum(['not-found', 'last-administrator', 'own-account', 'has-password', 'too-many-mails'])
              .describe('Why the account was skipped.'),
          }),
        )
        .describe('Accounts that were skipped.'),
      links: z.array(link).describe('Invitation links created by `invite`, if the site doesn’t email them.'),
    }),
    errors: {
      403: 'The identity provider controls roles.',
      404: 'An identity provider creates the accounts.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type PersonalLink = z.infer<typeof link>;
export type AccountAct = z.infer<typeof act>;
