import { z } from 'zod';
import { ACCOUNTS_AT_ONCE } from '../../config/constants.ts';
import { time } from './account.ts';
import { filter } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

/** An invitation that the site doesn't email. */
export const personalLink = z.strictObject({
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
  listAccountIds: {
    call: 'GET /api/v1/accounts/ids',
    access: 'administrator',
    summary: 'List the ids of all matching accounts.',
    query: filter,
    answer: z.strictObject({ accounts: z.array(z.string()).describe('Ids of the accounts.') }),
  },
  actOnAccounts: {
    call: 'POST /api/v1/accounts/acts',
    access: 'administrator',
    summary: 'Take an action on many accounts, one after another. Returns the accounts that were skipped.',
    body: z.strictObject({
      act,
      accounts: z.array(z.string().max(100)).min(1).max(ACCOUNTS_AT_ONCE).describe('Ids of the accounts.'),
      continues: time
        .optional()
        .describe(
          '`action` of the answer to an earlier request, if these accounts belong to it. The audit log lists them together.',
        ),
    }),
    answer: z.strictObject({
      action: time.describe('Time that all entries of the action have in the audit log.'),
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
      links: z
        .array(personalLink)
        .describe('Invitation links created by `invite`, if the site doesn’t email them.'),
    }),
    errors: {
      403: 'The identity provider controls roles.',
      404: 'An identity provider creates the accounts.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type PersonalLink = z.infer<typeof personalLink>;
export type AccountAct = z.infer<typeof act>;
