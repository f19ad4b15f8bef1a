import { toIsoTimes } from '../shared/iso-times.ts';
import type { Account } from './account.ts';
import type { Context } from './context.ts';

type ReadData = (account: Account) => Promise<unknown>;

/**
 * Collects all data stored about a user, for that user's download. Other rooms that store personal data register it
 * with `registerExporter`, at the place where they subscribe to removed accounts. Never contains secrets or hashes of
 * secrets.
 */
export interface PersonalData {
  /** Registers a subject. `read` returns JSON data, with times as `Date` or in ISO 8601. */
  registerExporter(subject: string, read: ReadData): void;
  /** Returns the data by subject, or `undefined` if there is no such account. */
  collect(accountId: string): Promise<Record<string, unknown> | undefined>;
}

/**
 * Collects all data stored about a user, for that user's download. Other rooms that store personal data register it
 * with `registerExporter`, at the place where they subscribe to removed accounts. Never contains secrets or hashes of
 * secrets.
 */
export function createPersonalData({
  store,
  clock,
  limits,
}: Pick<Context, 'store' | 'clock' | 'limits'>): PersonalData {
  const subjects = new Map<string, ReadData>(
    Object.entries<ReadData>({
      account: async ({ passwordHash, createdAt, lastSignInAt, ...account }) =>
        toIsoTimes(
          { ...account, hasPassword: passwordHash !== null, createdAt, lastSignInAt },
          'createdAt',
          'lastSignInAt',
        ),
      sessions: async ({ id }) =>
        (await store.listSessions(id, clock(), limits.session)).map(
          ({ device, network, createdAt, lastSeenAt }) =>
            toIsoTimes({ device, network, createdAt, lastSeenAt }, 'createdAt', 'lastSeenAt'),
        ),
      tokens: async ({ id }) =>
        (await store.listTokens(id, clock())).map(({ name, client, createdAt, expiresAt, lastUsedAt }) => {
          const token = { name, client, createdAt, expiresAt, lastUsedAt };
          return toIsoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
        }),
      factors: async ({ id }) => {
        const { passkeys, codes, recoveryCodes } = await store.readFactors(id);
        return {
          passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) =>
            toIsoTimes({ name, createdAt, lastUsedAt }, 'createdAt', 'lastUsedAt'),
          ),
          codesSince: codes === undefined ? null : new Date(codes.createdAt),
          recoveryCodesLeft: recoveryCodes,
        };
      },
      audit: async ({ id }) =>
        (await store.listAccountAudit(id)).map(({ accountId: _, at, by, ...entry }) =>
          toIsoTimes({ at, ...entry, by: by === entry.email ? by : anonymizeActor(by) }, 'at'),
        ),
    }),
  );
  return {
    registerExporter: (subject, read) => {
      subjects.set(subject, read);
    },
    collect: async (accountId) => {
      const account = await store.findAccountById(accountId);
      if (account === undefined) return undefined;
      const entries = [...subjects].map(async ([subject, read]) => [subject, await read(account)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

/** Replaces the email of an administrator, which is personal data too. */
function anonymizeActor(by: string | null): string | null {
  return by !== null && /@|^command line/.test(by) ? 'administrator' : by;
}
