import { EventEmitter } from 'node:events';
import { StoreError } from '../storage/store-error.ts';
import { userOf } from './account.ts';
import { createAccountAdministration } from './account-administration.ts';
import { createAgents } from './agents/agents.ts';
import { PROVIDER } from './audit.ts';
import { type Context, quietly } from './context.ts';
import { createDeployTokens } from './deploy-tokens/deploy-tokens.ts';
import { createSecretCipher } from './factors/encrypted-secret.ts';
import { createEnrolment } from './factors/enrolment.ts';
import { createOwnFactors } from './factors/own-factors.ts';
import { createPasskeySignIn } from './factors/passkey-sign-in.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import type { SecretKey } from './factors/secret-key.ts';
import { createStepUp } from './factors/step-up.ts';
import type { Identity } from './identity.ts';
import { defaultLimits } from './limits.ts';
import { createOwnAccount } from './own-account.ts';
import { argon2Hasher, type Hasher, hashingQueue } from './passwords/hashing-queue.ts';
import { createPersonalData } from './personal-data.ts';
import { createPersonalTokens } from './personal-tokens/personal-tokens.ts';
import { createTokenResolver } from './personal-tokens/token-resolver.ts';
import type { Recheck } from './providers/sign-in-mode.ts';
import { createSessionAdministration } from './session-administration.ts';
import { createProviderCheck } from './sessions/provider-check.ts';
import { createSessionResolver, type SessionResolver } from './sessions/session-resolver.ts';
import { hashToken, looksLikeToken } from './sessions/tokens.ts';
import { createEmailChanges } from './sign-in/email-changes.ts';
import { createInvites } from './sign-in/invites.ts';
import { signInByPassword } from './sign-in/password-sign-in.ts';
import { createProviderSignIn } from './sign-in/provider-sign-in.ts';
import { createResets } from './sign-in/resets.ts';
import { createSetUp } from './sign-in/set-up.ts';
import { createThrottle } from './throttle.ts';

/** The store is closed with the identity. */
interface IdentityParts
  extends Pick<Context, 'store'>,
    Partial<
      Pick<Context, 'clock' | 'limits' | 'logger' | 'issuer' | 'words' | 'groupsOf' | 'mail' | 'secondFactor'>
    > {
  hasher?: Hasher;
  /** Where people are a provider's to know. */
  recheck?: Recheck | undefined;
  /** Without it there are no one-time codes. */
  secretKey?: SecretKey | undefined;
}

export function createIdentity({
  store,
  clock = Date.now,
  limits = defaultLimits,
  hasher = argon2Hasher(),
  logger = { warn: () => {}, error: () => {} },
  issuer = 'local',
  words = [],
  groupsOf = () => [],
  mail,
  recheck,
  secondFactor = 'off',
  secretKey,
}: IdentityParts): Identity {
  const passwords = hashingQueue(hasher, limits.hashing);
  const secrets = secretKey && createSecretCipher(secretKey);
  const rules = { issuer, words, groupsOf, secondFactor };
  const context: Context = { store, clock, limits, logger, passwords, mail, secrets, ...rules };
  const resolver = createSessionResolver(context);
  const tokenResolver = createTokenResolver(context);
  /** A change of the account: sessions and tokens alike. */
  const allEnded = (accountId: string) => {
    resolver.forgetAccount(accountId);
    tokenResolver.forgetAccount(accountId);
  };
  const removed = new EventEmitter<{ account: [accountId: string] }>();
  const throttle = createThrottle(store, limits);
  const accounts = createAccountAdministration(context, 'server', {
    sessionsEnded: allEnded,
    removed: (accountId) => removed.emit('account', accountId),
  });
  const own = createOwnAccount(context, accounts, throttle, resolver);
  const invites = createInvites(context, throttle);
  const resets = createResets(context, throttle, allEnded);
  const emailChanges = createEmailChanges(context, throttle, allEnded);
  const personalData = createPersonalData(context);
  const enrolment = createEnrolment(context, allEnded);
  const factors = createOwnFactors(context, throttle, enrolment, allEnded);
  const second = createSecondFactor(context, throttle, enrolment);
  const passkeys = createPasskeySignIn(context, throttle);
  const stepUp = createStepUp(context, throttle);
  const setUp = createSetUp(context, accounts, throttle);
  const byProvider = createProviderSignIn(context, accounts, throttle, allEnded);
  const isVouchedFor =
    recheck && createProviderCheck(context, { recheck, resolver, follow: byProvider.follow });
  const cleaning = setInterval(() => cleanUp(context, resolver), limits.cleanUpEveryMs).unref();

  /** A store that cannot answer is an outcome; anything else is a bug. */
  async function orUnavailable<T>(work: () => Promise<T>): Promise<T | { outcome: 'unavailable' }> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.error({ err: error, code: error.code }, 'The store could not answer.');
      return { outcome: 'unavailable' };
    }
  }

  return {
    accounts,
    onAccountRemoved: (listener) => void removed.on('account', listener),
    own: {
      ...own,
      changePassword: (change) => orUnavailable(() => own.changePassword(change)),
      remove: (given) => orUnavailable(() => own.remove(given)),
    },
    invites: { ...invites, accept: (given) => orUnavailable(() => invites.accept(given)) },
    resets: {
      ...resets,
      accept: (given) => orUnavailable(() => resets.accept(given)),
      ask: (given) => orUnavailable(() => resets.ask(given)),
    },
    emailChanges: {
      ...emailChanges,
      ask: (given) => orUnavailable(() => emailChanges.ask(given)),
      confirm: (given) => orUnavailable(() => emailChanges.confirm(given)),
    },
    personalData,
    factors,
    secondFactor: { ...second, complete: (given) => orUnavailable(() => second.complete(given)) },
    passkeys: { ...passkeys, finish: (given) => orUnavailable(() => passkeys.finish(given)) },
    stepUp: {
      ...stepUp,
      verify: (asking, given, from) => orUnavailable(() => stepUp.verify(asking, given, from)),
    },
    setUp: { ...setUp, complete: (given) => orUnavailable(() => setUp.complete(given)) },
    session: async (token, isUse) => {
      if (!looksLikeToken(token)) return undefined;
      const found = await resolver.find(hashToken(token), isUse);
      if (found?.account.issuer !== issuer) return undefined;
      return isVouchedFor === undefined || (await isVouchedFor(token, found))
        ? userOf(found.account)
        : undefined;
    },
    waitsForProvider: async (token) => {
      if (isVouchedFor === undefined || !looksLikeToken(token)) return false;
      const found = await resolver.find(hashToken(token));
      return found?.account.issuer === issuer && !(await isVouchedFor(token, found));
    },
    tokens: createPersonalTokens(context, tokenResolver),
    deployTokens: createDeployTokens(context),
    agents: createAgents(context, tokenResolver, throttle),
    signIn: (attempt) => orUnavailable(() => signInByPassword(context, throttle, attempt)),
    signInBy: (...given) => orUnavailable(() => byProvider.signIn(...given)),
    sessions: createSessionAdministration(context, resolver),
    audit: store,
    settings: {
      read: (name) => store.setting(name),
      write: (name, value, act) => store.setSetting(name, value, clock(), act && { at: clock(), ...act }),
    },
    mail: {
      isThere: mail !== undefined,
      tell: async (accountId, kind, detail) => {
        const account = await store.accountById(accountId);
        if (account === undefined || account.disabled) return false;
        return (await mail?.put(kind, { email: account.email, accountId }, detail)) === 'queued';
      },
    },
    firstUse: (text, forMs) => throttle.firstUse(text, forMs, clock()),
    signOut: async (token, from, why) => {
      if (!looksLikeToken(token)) return;
      const tokenHash = hashToken(token);
      // Before it as well: a store that is gone now must not leave it to be remembered.
      resolver.forget(tokenHash);
      await store.removeSession(tokenHash, {
        at: clock(),
        event: 'signed-out',
        from,
        detail: why,
      });
      resolver.forget(tokenHash);
    },
    notePreview: ({ accountId }, from, as) =>
      store.note(
        as === undefined
          ? { at: clock(), event: 'preview-ended', from }
          : {
              at: clock(),
              event: 'preview-begun',
              from,
              detail: as === 'visitor' ? as : as.join(' ') || 'no group',
            },
        accountId,
      ),
    endByProvider: async (ending, from) => {
      const note = { at: clock(), event: 'sessions-ended', by: PROVIDER, from } as const;
      const ended = await store.endProviderSessions(issuer, ending, note);
      for (const { tokenHash } of ended) resolver.forget(tokenHash);
      return ended.length;
    },
    ping: () => store.ping(),
    close: async () => {
      clearInterval(cleaning);
      resolver.close();
      await store.close();
    },
  };
}

function cleanUp(context: Context, resolver: SessionResolver): void {
  const { store, clock, limits } = context;
  resolver.tidy();
  void quietly(context, 'Expired sessions could not be removed.', () =>
    store.removeExpired(clock(), limits.session),
  );
  void quietly(context, 'The audit log could not be shortened.', () =>
    store.removeAuditBefore(clock() - limits.auditMs),
  );
}
