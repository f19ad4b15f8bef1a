import { z } from 'zod';
import { ACCOUNTS_AT_ONCE } from '../../config/constants.ts';
import { role } from './account.ts';
import { filter } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

/** 10,000 people with long names. */
const FILE_MAX_BYTES = 2 * 1024 * 1024;

const file = z.strictObject({
  csv: z.string().describe('Its first line names the columns: email, and if you like name and role.'),
});

const person = z.strictObject({ line: z.int(), email: z.string(), name: z.string(), role });

const plan = z.strictObject({
  problems: z
    .array(z.strictObject({ line: z.int(), message: z.string() }))
    .describe('All of them. With one of them nobody is added.'),
  toAdd: z.strictObject({ readers: z.int(), administrators: z.int() }),
  there: z.int().describe('How many have an account already. It stays as it is.'),
  otherwise: z
    .array(z.strictObject({ person, is: z.strictObject({ name: z.string(), role }) }))
    .describe('Of these, those of whom the file says something else.'),
});

const link = z.strictObject({
  email: z.string(),
  name: z.string(),
  link: z.url().describe('Works once, for 72 hours. It is told this once.'),
});

const act = z.enum(['disable', 'enable', 'reader', 'administrator', 'invite', 'end-sessions', 'remove']);

/** What administrators do with many accounts at once. */
export const manyAccountsEndpoints = {
  exportAccounts: {
    method: 'GET',
    path: '/api/v1/accounts/file',
    access: 'administrator',
    summary: 'The accounts as a file for spreadsheets, which can be imported elsewhere.',
    query: filter,
    answer: z.string(),
    download: { type: 'text/csv', name: 'accounts.csv' },
  },
  listAccountIds: {
    method: 'GET',
    path: '/api/v1/accounts/ids',
    access: 'administrator',
    summary: 'The ids of all accounts that fit.',
    query: filter,
    answer: z.strictObject({ accounts: z.array(z.string()) }),
  },
  planImport: {
    method: 'POST',
    path: '/api/v1/accounts/import/plan',
    access: 'administrator',
    summary: 'Says what an import of this file would do, and all that is wrong with it. Nothing is changed.',
    body: file,
    bodyMaxBytes: FILE_MAX_BYTES,
    answer: plan,
    errors: { 404: 'Accounts are made by an identity provider.', 413: 'The file is too large.' },
  },
  importAccounts: {
    method: 'POST',
    path: '/api/v1/accounts/import',
    access: 'administrator',
    status: 201,
    summary: 'Invites all who are in this file and have no account yet; if anything is wrong, nobody.',
    tellsProgress: true,
    body: file,
    bodyMaxBytes: FILE_MAX_BYTES,
    answer: z.strictObject({
      added: z.int(),
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
    method: 'GET',
    path: '/api/v1/accounts/import/invitations',
    access: 'administrator',
    summary: 'How many invitations wait to be sent by mail.',
    answer: z.strictObject({ waiting: z.int() }),
  },
  actOnAccounts: {
    method: 'POST',
    path: '/api/v1/accounts/acts',
    access: 'administrator',
    summary: 'Does the same with many accounts, one after the other, and says where it could not be done.',
    body: z.strictObject({ act, accounts: z.array(z.string().max(100)).min(1).max(ACCOUNTS_AT_ONCE) }),
    answer: z.strictObject({
      done: z.int(),
      refused: z.array(
        z.strictObject({
          email: z.string(),
          code: z.enum(['not-found', 'last-administrator', 'own-account', 'has-password', 'too-many-mails']),
        }),
      ),
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
