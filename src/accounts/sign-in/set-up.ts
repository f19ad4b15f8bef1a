import type { AccountFault } from '../account.ts';
import type { ActingAs } from '../account-administration.ts';
import type { Context } from '../context.ts';
import { hashToken, looksLikeToken, newToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import type { LinkResult } from './password-links.ts';
import { enter, type SignInSource, welcome } from './sign-in-outcome.ts';

interface SetUpForm extends SignInSource {
  token: string;
  email: string;
  name: string;
  password: string;
}

/**
 * The one-time links that create the first administrator, where accounts are made here. Hashes of their tokens are in
 * the store, so that a link is good in every process, whichever printed it.
 */
export function createSetUp(context: Context, actingAs: ActingAs, throttle: Throttle) {
  const { store, clock, limits, issuer } = context;
  // Of this process: uses in two of them both hash a password, and the store lets one win.
  const inUse = new Set<string>();

  // Hashes are compared: what time the comparison takes says nothing about the token.
  const isValid = async (token: string) =>
    looksLikeToken(token) &&
    !inUse.has(hashToken(token)) &&
    (await store.hasSetupLink(hashToken(token), clock()));

  async function create(given: SetUpForm): Promise<LinkResult> {
    const added = await actingAs('set-up link').addFirst(given);
    switch (added.outcome) {
      case 'invalid':
        return added;
      case 'busy':
        return { outcome: 'unavailable' };
      case 'taken':
        return { outcome: 'invalid-token' };
      case 'added': {
        const { account } = added;
        const entered = await enter(context, account, given);
        if (entered?.outcome === 'signed-in') await welcome(context, throttle, account, given);
        return entered ?? { outcome: 'unavailable' };
      }
    }
  }

  return {
    /** True while no account exists. */
    isNeeded: async (): Promise<boolean> => issuer === 'local' && (await store.countAccounts()) === 0,
    /** A new one-time token, good in every process for 15 minutes or until there is an account. */
    createToken: async (): Promise<string> => {
      const token = newToken();
      await store.addSetupLink(hashToken(token), clock() + limits.setupTokenMs);
      return token;
    },
    isValid,
    complete: async (given: SetUpForm): Promise<LinkResult> => {
      const hash = hashToken(given.token);
      if (issuer !== 'local' || !(await isValid(given.token)) || inUse.has(hash))
        return { outcome: 'invalid-token' };
      inUse.add(hash);
      try {
        return await create(given);
      } finally {
        inUse.delete(hash);
      }
    },
  };
}

type EnsureResult =
  | { outcome: 'created'; email: string }
  /** There is an account already: then nothing is looked at and nothing changes. */
  | { outcome: 'present' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** The first administrator of an unattended start (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). */
export async function ensureAdministrator(
  { actingAs }: { actingAs: ActingAs },
  given: { email: string; password: string },
): Promise<EnsureResult> {
  const accounts = actingAs('environment');
  // Without this look every start would hash.
  if ((await accounts.count()) > 0) return { outcome: 'present' };
  const added = await accounts.addFirst({ ...given, name: '' });
  switch (added.outcome) {
    case 'added':
      return { outcome: 'created', email: added.account.email };
    case 'invalid':
      return added;
    case 'taken':
      return { outcome: 'present' };
    case 'busy':
      throw new Error('The hashing queue is full before the first request.');
  }
}
