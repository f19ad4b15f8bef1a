import type { Account } from './account.ts';
import type { Context } from './context.ts';
import type { Store } from './store/store.ts';

type Reader = (account: Account) => Promise<unknown>;

/**
 * What is kept of a reader, for the reader. Each subject that keeps something of people is in it: those of this room
 * below, others through `keeps`, where they register to be told of removed accounts. Never a secret, nor a hash of one.
 */
export interface PersonalData {
  /** Times are ISO 8601 where `Date`s are given. */
  keeps(subject: string, read: Reader): void;
  /** By subject; `undefined` when there is no such account. */
  of(accountId: string): Promise<Record<string, unknown> | undefined>;
}

export function createPersonalData({
  store,
  clock,
  limits,
}: Pick<Context, 'store' | 'clock' | 'limits'>): PersonalData {
  const subjects = new Map<string, Reader>([
    ['account', async (account) => accountOf(account)],
    [
      'sessions',
      async ({ id }) =>
        (await store.sessionsOf(id, clock(), limits.session)).map(
          ({ createdAt, lastSeenAt, device, network }) => ({
            device,
            network,
            createdAt: new Date(createdAt),
            lastSeenAt: new Date(lastSeenAt),
          }),
        ),
    ],
    [
      'tokens',
      async ({ id }) =>
        (await store.tokensOf(id, clock())).map(({ name, client, createdAt, expiresAt, lastUsedAt }) => ({
          name,
          client,
          createdAt: new Date(createdAt),
          expiresAt: new Date(expiresAt),
          lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
        })),
    ],
    ['factors', async ({ id }) => factorsOf(await store.factorsOf(id))],
    [
      'audit',
      async ({ id }) =>
        (await store.auditOf(id)).map(({ accountId: _, at, by, ...entry }) => ({
          at: new Date(at),
          ...entry,
          by: by === entry.email ? by : nameless(by),
        })),
    ],
  ]);
  return {
    keeps: (subject, read) => void subjects.set(subject, read),
    of: async (accountId) => {
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

function factorsOf({ passkeys, codes, recoveryCodes }: Awaited<ReturnType<Store['factorsOf']>>): object {
  return {
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: new Date(createdAt),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    })),
    codesSince: codes === undefined ? null : new Date(codes.createdAt),
    recoveryCodesLeft: recoveryCodes,
  };
}

function accountOf({ passwordHash, createdAt, lastSignInAt, ...account }: Account): object {
  return {
    ...account,
    hasPassword: passwordHash !== null,
    createdAt: new Date(createdAt),
    lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt),
  };
}
