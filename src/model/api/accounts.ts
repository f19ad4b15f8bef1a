import { z } from 'zod';
import { endedCount, role, time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const state = z
  .enum(['active', 'disabled', 'invited', 'elsewhere'])
  .describe(
    '`invited`: the user hasn’t set a password yet. `elsewhere`: the account belongs to an identity provider that the site no longer uses.',
  );

export const declaredGroup = z.strictObject({
  name: z.string().describe('Name that pages use for the group.'),
  label: z.string().describe('Name shown to people.'),
  description: z.string().describe('Description for administrators. Can be empty.'),
});

const account = z.strictObject({
  id: z.string().describe('Id that never changes, even if the email does.'),
  email: z.string().describe('Email that the user signs in with.'),
  name: z.string().describe('Display name. Can be empty.'),
  role,
  groups: z
    .array(z.string())
    .describe('Groups of the account, sorted. Groups that the site doesn’t declare have no effect.'),
  state,
  disabled: z.boolean().describe('Whether signing in is blocked.'),
  createdAt: time.describe('When the account was added.'),
  lastSignInAt: time.nullable().describe('Last sign-in, or `null` if the user never signed in.'),
});

export const filter = z.strictObject({
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words that the name or email must contain, all of them. Ignores case and accents.'),
  role: role.optional().describe('Only accounts with this role.'),
  state: state.optional().describe('Only accounts in this state.'),
});

/** Which accounts to list, without order and page. */
export type AccountSearch = z.input<typeof filter>;

/** Query parameters of the list. */
const listQuery = filter.extend({
  sort: z.enum(['name', 'email', 'role', 'last-sign-in', 'created']).default('email').describe('Sort key.'),
  order: z.enum(['ascending', 'descending']).default('ascending').describe('Sort direction.'),
  page: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Page number, starting at 1.'),
  limit: z.coerce.number<number>().int().min(1).max(100).default(25).describe('Accounts per page.'),
});

const oneTimeLink = z.url().describe('One-time link that expires in 72 hours. It is returned only once.');

const noAccount = { 404: 'The account doesn’t exist.' } as const;
const lastAdministrator = {
  ...noAccount,
  409: 'The account is the last administrator who can sign in.',
} as const;

/** All accounts, for administrators. */
export const accountsEndpoints = {
  listAccounts: {
    call: 'GET /api/v1/accounts',
    access: 'administrator',
    summary: 'List accounts. Supports search, filters and sorting.',
    query: listQuery,
    answer: z.strictObject({
      accounts: z.array(account).describe('Accounts on this page.'),
      total: z.int().describe('Number of matching accounts on all pages.'),
      can: z
        .strictObject({
          invite: z.boolean().describe('Whether administrators add accounts.'),
          giveRoles: z.boolean().describe('Whether administrators change roles.'),
          giveGroups: z.boolean().describe('Whether administrators change groups.'),
          mail: z.boolean().describe('Whether the site emails invitations.'),
        })
        .describe('Actions of administrators on this site. The identity provider controls the rest.'),
      groups: z.array(declaredGroup).describe('Groups that the site declares.'),
    }),
  },
  inviteAccount: {
    call: 'POST /api/v1/accounts',
    access: 'administrator',
    status: 201,
    summary: 'Invite a user. Adds an account without a password and creates a link to set one.',
    body: z.strictObject({
      email: z.string().max(400).describe('Email to invite.'),
      name: z.string().max(400).default('').describe('Display name.'),
      role: role.default('reader'),
    }),
    answer: z.strictObject({
      account: account.describe('The new account.'),
      link: oneTimeLink
        .optional()
        .describe('One-time link that expires in 72 hours. Missing if the site emails it.'),
    }),
    errors: {
      404: 'An identity provider creates the accounts.',
      409: 'Another account already uses this email.',
    },
  },
  changeAccount: {
    call: 'PATCH /api/v1/accounts/:account',
    access: 'administrator',
    summary:
      'Change an account: disable or enable it, or change its role, groups, or name and email. All changes except the name and email end its sessions.',
    body: z.union([
      z.strictObject({ disabled: z.boolean().describe('Whether to block signing in.') }),
      z.strictObject({ role }),
      z.strictObject({
        groups: z
          .array(z.string().max(63))
          .max(100)
          .describe('All groups of the account. Replaces the current ones.'),
      }),
      z.strictObject({
        name: z.string().max(400).describe('Display name. Can be empty.'),
        email: z.string().max(400).describe('New email. The user is notified at the old one.'),
      }),
    ]),
    answer: account,
    errors: {
      ...noAccount,
      400: 'The site doesn’t declare the group, or the name or email is invalid.',
      403: 'The identity provider controls this value.',
      409: 'The account is the last administrator who can sign in, or another account uses this email.',
    },
  },
  removeAccount: {
    call: 'DELETE /api/v1/accounts/:account',
    access: 'administrator',
    summary: 'Delete an account. This can’t be undone.',
    errors: lastAdministrator,
  },
  renewInvitation: {
    call: 'POST /api/v1/accounts/:account/link',
    access: 'administrator',
    status: 201,
    summary: 'Create a new invitation link for an account without a password. Earlier links stop working.',
    answer: z.strictObject({ link: oneTimeLink }),
    errors: { ...noAccount, 409: 'The account already has a password.' },
  },
  makeResetLink: {
    call: 'POST /api/v1/accounts/:account/reset-link',
    access: 'administrator',
    status: 201,
    summary:
      'Create a link to reset the password of an account. The current password works until the link is used.',
    answer: z.strictObject({
      link: z.url().describe('One-time link that expires in 24 hours. It is returned only once.'),
    }),
    errors: { ...noAccount, 409: 'The account has no password, or is disabled.' },
  },
  endAccountSessions: {
    call: 'DELETE /api/v1/accounts/:account/sessions',
    access: 'administrator',
    summary: 'End all sessions of an account.',
    answer: z.strictObject({ ended: endedCount }),
    errors: noAccount,
  },
} as const satisfies Record<string, Endpoint>;

export type AccountRow = z.infer<typeof account>;
export type AccountListQuery = z.input<typeof listQuery>;
