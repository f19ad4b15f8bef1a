import { z } from 'zod';
import { ACCOUNTS_AT_ONCE } from '../../config/constants.ts';
import { role } from './account.ts';
import { filter } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

/** 10,000 people with long names. */
const FILE_MAX_BYTES = 2 * 1024 * 1024;

const file = z.strictObject({
  csv: z.string().describe('Its first line names the columns: email, and if you like name, role and groups.'),
});

const line = z.int().describe('Of the file, from 1.');

const person = z.strictObject({
  line,
  email: z.string().describe('As the file has it.'),
  name: z.string().describe('As the file has it; may be empty.'),
  role: role.describe('As the file has it.'),
});

const plan = z.strictObject({
  problems: z
    .array(z.strictObject({ line, message: z.string().describe('What is wrong.') }))
    .describe('All of them. With one of them nobody is added.'),
  toAdd: z
    .strictObject({
      readers: z.int().describe('Of them, readers.'),
      administrators: z.int().describe('Of them, administrators.'),
    })
    .describe('How many are invited.'),
  there: z.int().describe('How many have an account already. It stays as it is.'),
  otherwise: z
    .array(
      z.strictObject({
        person: person.describe('Whom it is about, as the file says.'),
        is: z
          .strictObject({
            name: z.string().describe('As it is here.'),
            role: role.describe('As it is here.'),
          })
          .describe('What stays.'),
      }),
    )
    .describe('Of these, those of whom the file says something else.'),
});

const link = z.strictObject({
  email: z.string().describe('Whose link it is.'),
  name: z.string().describe('May be empty.'),
  link: z.url().describe('Works once, for 72 hours. It is told this once.'),
});

const act = z
  .enum(['disable', 'enable', 'reader', 'administrator', 'invite', 'end-sessions', 'remove'])
  .describe('`reader` and `administrator` give that role; `invite` makes new links.');

/** What administrators do with many accounts at once. */
export const manyAccountsEndpoints = {
  exportAccounts: {
    call: 'GET /api/v1/accounts/file',
    access: 'administrator',
    stepUp: true,
    summary: 'The accounts as a file for spreadsheets, which can be imported elsewhere.',
    query: filter,
    answer: z.string(),
    download: { type: 'text/csv', name: 'accounts.csv' },
  },
  listAccountIds: {
    call: 'GET /api/v1/accounts/ids',
    access: 'administrator',
    summary: 'The ids of all accounts that fit.',
    query: filter,
    answer: z.strictObject({ accounts: z.array(z.string()).describe('Their ids.') }),
  },
  planImport: {
    call: 'POST /api/v1/accounts/import/plan',
    access: 'administrator',
    summary: 'Says what an import of this file would do, and all that is wrong with it. Nothing is changed.',
    body: file,
    bodyMaxBytes: FILE_MAX_BYTES,
    answer: plan,
    errors: { 404: 'Accounts are made by an identity provider.', 413: 'The file is too large.' },
  },
  importAccounts: {
    call: 'POST /api/v1/accounts/import',
    access: 'administrator',
    status: 201,
    summary: 'Invites all who are in this file and have no account yet; if anything is wrong, nobody.',
    tellsProgress: true,
    body: file,
    bodyMaxBytes: FILE_MAX_BYTES,
    answer: z.strictObject({
      added: z.int().describe('How many were invited.'),
      there: z.int().describe('How many had an account already.'),
      links: z.array(link).describe('Of those to whom no mail brings theirs.'),
    }),
    errors: {
      400: 'The request does not fit, or something is wrong with the file: `accounts/import/plan` tells what.',
      404: 'Accounts are made by an identity provider.',
      413: 'The file is too large.',
    },
  },
  readInvitations: {
    call: 'GET /api/v1/accounts/import/invitations',
    access: 'administrator',
    summary: 'How many invitations wait to be sent by mail.',
    answer: z.strictObject({ waiting: z.int().describe('How many have not gone out yet.') }),
  },
  actOnAccounts: {
    call: 'POST /api/v1/accounts/acts',
    access: 'administrator',
    summary: 'Does the same with many accounts, one after the other, and says where it could not be done.',
    body: z.strictObject({
      act,
      accounts: z.array(z.string().max(100)).min(1).max(ACCOUNTS_AT_ONCE).describe('Their ids.'),
    }),
    answer: z.strictObject({
      done: z.int().describe('With how many it was done.'),
      refused: z
        .array(
          z.strictObject({
            email: z.string().describe('Whose account it is.'),
            code: z
              .enum(['not-found', 'last-administrator', 'own-account', 'has-password', 'too-many-mails'])
              .describe('Why it was not done.'),
          }),
        )
        .describe('Those with which it could not be done.'),
      links: z.array(link).describe('Of `invite`, of those to whom no mail brings theirs.'),
    }),
    errors: {
      403: 'The identity provider says who administers.',
      404: 'Accounts are made by an identity provider.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type PersonalLink = z.infer<typeof link>;
export type AccountAct = z.infer<typeof act>;
