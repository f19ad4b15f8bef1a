import { z } from 'zod';
import { role, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

/** `invited`: has no password yet. `elsewhere`: of an identity provider that the site does not use any more. */
const state = z.enum(['active', 'disabled', 'invited', 'elsewhere']);

const account = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  groups: z.array(z.string()).describe('Sorted; those that the site does not declare make no difference.'),
  state,
  disabled: z.boolean(),
  createdAt: time,
  lastSignInAt: time.nullable(),
});

export const filter = z.strictObject({
  search: z
    .string()
    .max(200)
    .optional()
    .describe('All of these words are in name or e-mail, whatever their case and accents.'),
  role: role.optional(),
  state: state.optional(),
});

/** What the address of the list says. Pages count from 1. */
const listQuery = filter.extend({
  sort: z.enum(['name', 'email', 'role', 'last-sign-in', 'created']).default('email'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number<number>().int().min(1).max(100).default(25),
});

const oneTimeLink = z.url().describe('Works once, for 72 hours. It is told this once.');

const noAccount = { 404: 'There is no such account.' } as const;
const lastAdministrator = {
  ...noAccount,
  409: 'It is the last administrator who can sign in.',
} as const;

/** What administrators do with all accounts. Every change of an account ends its sessions. */
export const accountsEndpoints = {
  listAccounts: {
    method: 'GET',
    path: '/api/v1/accounts',
    access: 'administrator',
    summary: 'A page of the accounts: searched, filtered, sorted.',
    query: listQuery,
    answer: z.strictObject({
      accounts: z.array(account),
      total: z.int().describe('Of all pages.'),
      /** What can be done here: elsewhere the identity provider makes accounts, or gives roles. `mail`: invitations are sent. */
      can: z.strictObject({
        invite: z.boolean(),
        giveRoles: z.boolean(),
        giveGroups: z.boolean(),
        mail: z.boolean(),
      }),
      groups: z
        .array(z.strictObject({ name: z.string(), label: z.string(), description: z.string() }))
        .describe('Those that the site declares.'),
    }),
  },
  inviteAccount: {
    method: 'POST',
    path: '/api/v1/accounts',
    access: 'administrator',
    status: 201,
    summary: 'Adds an account without a password, and makes the link at which its owner sets one.',
    body: z.strictObject({
      email: z.string().max(400),
      name: z.string().max(400).default(''),
      role: role.default('reader'),
    }),
    answer: z.strictObject({
      account,
      link: oneTimeLink.optional().describe('Absent where it goes out by mail.'),
    }),
    errors: {
      404: 'Accounts are made by an identity provider.',
      409: 'There is an account with this e-mail already.',
    },
  },
  changeAccount: {
    method: 'PATCH',
    path: '/api/v1/accounts/:account',
    access: 'administrator',
    summary:
      'Disables or enables an account, or gives it another role or other groups: its sessions end. Or gives it another name and e-mail.',
    body: z.union([
      z.strictObject({ disabled: z.boolean() }),
      z.strictObject({ role }),
      z.strictObject({ groups: z.array(z.string().max(63)).max(100) }),
      z.strictObject({ name: z.string().max(400), email: z.string().max(400) }),
    ]),
    answer: account,
    errors: {
      ...noAccount,
      400: 'The site declares no such group, or the name or e-mail cannot be.',
      403: 'The identity provider says it.',
      409: 'It is the last administrator who can sign in, or another account has this e-mail.',
    },
  },
  removeAccount: {
    method: 'DELETE',
    path: '/api/v1/accounts/:account',
    access: 'administrator',
    summary: 'Removes an account for good.',
    errors: lastAdministrator,
  },
  renewInvitation: {
    method: 'POST',
    path: '/api/v1/accounts/:account/link',
    access: 'administrator',
    status: 201,
    summary: 'Makes a new link for an account without a password; the one before works no more.',
    answer: z.strictObject({ link: oneTimeLink }),
    errors: { ...noAccount, 409: 'The account has a password already.' },
  },
  makeResetLink: {
    method: 'POST',
    path: '/api/v1/accounts/:account/reset-link',
    access: 'administrator',
    status: 201,
    summary:
      'Makes a link at which the owner of an account sets another password. The one before stays until then.',
    answer: z.strictObject({ link: z.url().describe('Works once, for 24 hours. It is told this once.') }),
    errors: { ...noAccount, 409: 'The account has no password, or is disabled.' },
  },
  endAccountSessions: {
    method: 'DELETE',
    path: '/api/v1/accounts/:account/sessions',
    access: 'administrator',
    summary: 'Ends all sessions of an account.',
    answer: z.strictObject({ ended: z.int() }),
    errors: noAccount,
  },
} as const satisfies Record<string, Endpoint>;

export type AccountRow = z.infer<typeof account>;
export type AccountListQuery = z.input<typeof listQuery>;
