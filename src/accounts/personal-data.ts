import { isoTimes } from '../shared/iso-times.ts';
import type { Account } from './account.ts';
import type { Context } from './context.ts';

type Reader = (account: Account) => Promise<unknown>;

/**
 * What is kept of a reader, for the reader. Each subject that keeps something of people is in it: those of this room
 * below, others through `keeps`, where they register to be told of removed accounts. Never a secret, nor a hash of one.
 */
export function createPersonalData({ store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>) {
  const subjects = new Map<string, Reader>(
    Object.entries<Reader>({
      account: async ({ passwordHash, createdAt, lastSignInAt, ...account }) =>
        isoTimes(
          { ...account, hasPassword: passwordHash !== null, createdAt, lastSignInAt },
          'createdAt',
          'lastSignInAt',
        ),
      sessions: async ({ id }) =>
        (await store.sessionsOf(id, clock(), limits.session)).map(
          ({ device, network, createdAt, lastSeenAt }) =>
            isoTimes({ device, network, createdAt, lastSeenAt }, 'createdAt', 'lastSeenAt'),
        ),
      tokens: async ({ id }) =>
        (await store.tokensOf(id, clock())).map(({ name, client, createdAt, expiresAt, lastUsedAt }) => {
          const token = { name, client, createdAt, expiresAt, lastUsedAt };
          return isoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
        }),
      factors: async ({ id }) => {
        const { passkeys, codes, recoveryCodes } = await store.factorsOf(id);
        return {
          passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) =>
            isoTimes({ name, createdAt, lastUsedAt }, 'createdAt', 'lastUsedAt'),
          ),
          codesSince: codes === undefined ? null : new Date(codes.createdAt),
          recoveryCodesLeft: recoveryCodes,
        };
      },
      audit: async ({ id }) =>
        (await store.auditOf(id)).map(({ accountId: _, at, by, ...entry }) =>
          isoTimes({ at, ...entry, by: by === entry.email ? by : nameless(by) }, 'at'),
        ),
    }),
  );
  return {
    /** Times are ISO 8601 where `Date`s are given. */
    keeps: (subject: string, read: Reader) => {
      subjects.set(subject, read);
    },
    /** By subject; `undefined` when there is no such account. */
    of: async (accountId: string): Promise<Record<string, unknown> | undefined> => {
      const account = await store.accountById(accountId);
      if (account === undefined) return undefined;
      const read = [...subjects].map(async ([subject, of]) => [subject, await of(account)] as const);
      return Object.fromEntries(await Promise.all(read));
    },
  };
}

/** Who administers is a person too: that it was one of them is enough. */
function nameless(by: string | null): string | null {
  return by !== null && /@|^command line/.test(by) ? 'administrator' : by;
}
