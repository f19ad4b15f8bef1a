import type { AccountFault } from '../account.ts';
import type { ActingAs } from '../account-administration.ts';
import type { Context } from '../context.ts';
import { createToken, hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import type { LinkResult } from './password-links.ts';
import { continueSignIn, recordSource, type SignInSource } from './sign-in-outcome.ts';

interface SetUpForm extends SignInSource {
  token: string;
  email: string;
  name: string;
  password: string;
}

/**
 * One-time links that create the first administrator of a site with local accounts. The store contains the hashes of
 * their tokens, so a link works in every process, whichever printed it.
 */
export interface SetUp {
  /** Whether the site has local accounts and no account exists yet. */
  isNeeded(): Promise<boolean>;
  /** Creates a one-time token, valid in every process for 15 minutes or until there is an account. */
  createToken(): Promise<string>;
  /** Whether the token can create the first administrator now. */
  isValid(token: string): Promise<boolean>;
  /** Creates the first administrator and signs them in. Only one of several concurrent calls succeeds. */
  complete(form: SetUpForm): Promise<LinkResult>;
}

/**
 * One-time links that create the first administrator of a site with local accounts. The store contains the hashes of
 * their tokens, so a link works in every process, whichever printed it.
 */
export function createSetUp(context: Context, actingAs: ActingAs, throttle: Throttle): SetUp {
  const { store, clock, limits, issuer } = context;
  // Hashes of tokens in use in this process. If two processes use a link, both hash a password and the store accepts
  // one.
  const inUse = new Set<string>();

  // Compares hashes, so the duration of the comparison reveals nothing about the token.
  const isValid = async (token: string) =>
    looksLikeToken(token) &&
    !inUse.has(hashToken(token)) &&
    (await store.hasSetupLink(hashToken(token), clock()));

  async function create(form: SetUpForm): Promise<LinkResult> {
    const addResult = await actingAs('set-up link').addFirst(form);
    switch (addResult.outcome) {
      case 'invalid':
        return addResult;
      case 'busy':
        return { outcome: 'unavailable' };
      case 'taken':
        return { outcome: 'invalid-token' };
      case 'added': {
        const { account } = addResult;
        const step = await continueSignIn(context, account, form);
        if (step?.outcome === 'signed-in') await recordSource(context, throttle, account, form);
        return step ?? { outcome: 'unavailable' };
      }
    }
  }

  return {
    isNeeded: async () => issuer === 'local' && (await store.countAccounts()) === 0,
    createToken: async () => {
      const token = createToken();
      await store.addSetupLink(hashToken(token), clock() + limits.setupTokenMs);
      return token;
    },
    isValid,
    complete: async (form) => {
      const hash = hashToken(form.token);
      if (issuer !== 'local' || !(await isValid(form.token)) || inUse.has(hash))
        return { outcome: 'invalid-token' };
      inUse.add(hash);
      try {
        return await create(form);
      } finally {
        inUse.delete(hash);
      }
    },
  };
}

type EnsureResult =
  | { outcome: 'created'; email: string }
  /** There is an account already. The values weren't checked, and nothing changed. */
  | { outcome: 'present' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** Creates the first administrator at an unattended start (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). */
export async function ensureAdministrator(
  { actingAs }: { actingAs: ActingAs },
  form: { email: string; password: string },
): Promise<EnsureResult> {
  const accounts = actingAs('environment');
  // Looks for an account first, because otherwise every start would hash a password.
  if ((await accounts.count()) > 0) return { outcome: 'present' };
  const addResult = await accounts.addFirst({ ...form, name: '' });
  switch (addResult.outcome) {
    case 'added':
      return { outcome: 'created', email: addResult.account.email };
    case 'invalid':
      return addResult;
    case 'taken':
      return { outcome: 'present' };
    case 'busy':
      throw new Error('The hashing queue is full before the first request.');
  }
}
