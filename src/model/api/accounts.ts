import { z } from 'zod';
import { ended, role, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const state = z
  .enum(['active', 'disabled', 'invited', 'elsewhere'])
  .describe(
    '`invited`: it has no password yet. `elsewhere`: it is of an identity provider that the site does not use any more.',
  );

export const declaredGroup = z.strictObject({
  name: z.string().describe('As pages name it.'),
  label: z.string().describe('As people see it.'),
  description: z.string().describe('Whom it is for; may be empty.'),
});

const account = z.strictObject({
  id: z.string().describe('Stays the same, whatever its e-mail.'),
  email: z.string().describe('What its owner signs in with.'),
  name: z.string().describe('May be empty.'),
  role,
  groups: z.array(z.string()).describe('Sorted; those that the site does not declare make no difference.'),
  state,
  disabled: z.boolean().describe('Nobody can sign in with it.'),
  createdAt: time.describe('When it was added.'),
  lastSignInAt: time.nullable().describe('`null`: never.'),
});

export const filter = z.strictObject({
  search: z
    .string()
    .max(200)
    .optional()
    .describe('All of these words are in name or e-mail, whatever their case and accents.'),
  role: role.optional().describe('Only accounts that have it.'),
  state: state.optional(),
});

/** What the address of the list says. */
const listQuery = filter.extend({
  sort: z
    .enum(['name', 'email', 'role', 'last-sign-in', 'created'])
    .default('email')
    .describe('By what the list is sorted.'),
  order: z.enum(['ascending', 'descending']).default('ascending').describe('In which direction.'),
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).describe('Counts from 1.'),
  limit: z.coerce.number<number>().int().min(1).max(100).default(25).describe('Accounts on a page.'),
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
    call: 'GET /api/v1/accounts',
    access: 'administrator',
    summary: 'A page of the accounts: searched, filtered, sorted.',
    query: listQuery,
    answer: z.strictObject({
      accounts: z.array(account).describe('Those of this page.'),
      total: z.int().describe('Of all pages.'),
      can: z
        .strictObject({
          invite: z.boolean().describe('Whether accounts are made here.'),
          giveRoles: z.boolean().describe('Whether it is said here who administers.'),
          giveGroups: z.boolean().describe('Whether it is said here who is in which group.'),
          mail: z.boolean().describe('Whether invitations go out by mail.'),
        })
        .describe('What administrators do here, and not the identity provider.'),
      groups: z.array(declaredGroup).describe('Those that the site declares.'),
    }),
  },
  inviteAccount: {
    call: 'POST /api/v1/accounts',
    access: 'administrator',
    status: 201,
    summary: 'Adds an account without a password, and makes the link at which its owner sets one.',
    body: z.strictObject({
      email: z.string().max(400).describe('Where the invitation goes.'),
      name: z.string().max(400).default('').describe('May be left out.'),
      role: role.default('reader'),
    }),
    answer: z.strictObject({
      account: account.describe('As the list has it.'),
      link: oneTimeLink.optional().describe('Absent where it goes out by mail.'),
    }),
    errors: {
      404: 'Accounts are made by an identity provider.',
      409: 'There is an account with this e-mail already.',
    },
  },
  changeAccount: {
    call: 'PATCH /api/v1/accounts/:account',
    access: 'administrator',
    summary:
      'Disables or enables an account, or gives it another role or other groups: its sessions end. Or gives it another name and e-mail.',
    body: z.union([
      z.strictObject({ disabled: z.boolean().describe('Whether nobody can sign in with it.') }),
      z.strictObject({ role }),
      z.strictObject({
        groups: z.array(z.string().max(63)).max(100).describe('All that it is in from now on.'),
      }),
      z.strictObject({
        name: z.string().max(400).describe('May be empty.'),
        email: z.string().max(400).describe('Its owner is told of the change at the one before.'),
      }),
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
    call: 'DELETE /api/v1/accounts/:account',
    access: 'administrator',
    summary: 'Removes an account for good.',
    errors: lastAdministrator,
  },
  renewInvitation: {
    call: 'POST /api/v1/accounts/:account/link',
    access: 'administrator',
    status: 201,
    summary: 'Makes a new link for an account without a password; the one before works no more.',
    answer: z.strictObject({ link: oneTimeLink }),
    errors: { ...noAccount, 409: 'The account has a password already.' },
  },
  makeResetLink: {
    call: 'POST /api/v1/accounts/:account/reset-link',
    access: 'administrator',
    status: 201,
    summary:
      'Makes a link at which the owner of an account sets another password. The one before stays until then.',
    answer: z.strictObject({ link: z.url().describe('Works once, for 24 hours. It is told this once.') }),
    errors: { ...noAccount, 409: 'The account has no password, or is disabled.' },
  },
  endAccountSessions: {
    call: 'DELETE /api/v1/accounts/:account/sessions',
    access: 'administrator',
    summary: 'Ends all sessions of an account.',
    answer: z.strictObject({ ended }),
    errors: noAccount,
  },
} as const satisfies Record<string, Endpoint>;

export type AccountRow = z.infer<typeof account>;
export type AccountListQuery = z.input<typeof listQuery>;
