import { EventEmitter } from 'node:events';
import type { Previewed } from '../model/audience.ts';
import { inBackground } from '../shared/in-background.ts';
import { StoreError } from '../storage/store-error.ts';
import { type SignedInUser, userOf } from './account.ts';
import { createAccountAdministration } from './account-administration.ts';
import { createAgents } from './agents/agents.ts';
import { type AuditEvent, PROVIDER } from './audit.ts';
import { type Context, quietly } from './context.ts';
import { createDeployTokens } from './deploy-tokens/deploy-tokens.ts';
import { createSecretCipher } from './factors/encrypted-secret.ts';
import { createEnrolment } from './factors/enrolment.ts';
import { createOwnFactors } from './factors/own-factors.ts';
import { createPasskeySignIn } from './factors/passkey-sign-in.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import type { SecretKey } from './factors/secret-key.ts';
import { createStepUp } from './factors/step-up.ts';
import { defaultLimits } from './limits.ts';
import type { Delivery } from './mail/smtp.ts';
import { createTestMail } from './mail/test-mail.ts';
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
import { createPasswordLinks } from './sign-in/password-links.ts';
import { signInByPassword } from './sign-in/password-sign-in.ts';
import { createProviderSignIn } from './sign-in/provider-sign-in.ts';
import { createSetUp } from './sign-in/set-up.ts';
import type { SignInSource } from './sign-in/sign-in-outcome.ts';
import type { ProviderEnding } from './store/provider-session-store.ts';
import type { SignedIn } from './store/session-store.ts';
import type { Store } from './store/store.ts';
import { createStoreCheck } from './store/store-check.ts';
import { createThrottle } from './throttle.ts';

/** The store is closed with the identity. */
interface IdentityParts
  extends Pick<Context, 'store'>,
    Partial<
      Pick<Context, 'clock' | 'limits' | 'logger' | 'issuer' | 'words' | 'groupsOf' | 'mail' | 'secondFactor'>
    > {
  hasher?: Hasher;
  /** Sends a mail to this account at once, to see whether mail arrives. */
  sendTestMail?: ((to: { accountId: string; email: string }) => Promise<Delivery>) | undefined;
  /** Where people are a provider's to know. */
  recheck?: Recheck | undefined;
  /** Without it there are no one-time codes. */
  secretKey?: SecretKey | undefined;
}

export type Identity = ReturnType<typeof createIdentity>;

/** What the server asks of this room. Where it says nothing else, it rejects when the store cannot answer. */
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
  sendTestMail,
  recheck,
  secondFactor = 'off',
  secretKey,
}: IdentityParts) {
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
  const actingAs = (actor: string) =>
    createAccountAdministration(context, actor, {
      sessionsEnded: allEnded,
      removed: (accountId) => removed.emit('account', accountId),
    });
  const own = createOwnAccount(context, actingAs, throttle, resolver);
  const { invites, resets } = createPasswordLinks(context, throttle, allEnded);
  const emailChanges = createEmailChanges(context, throttle, allEnded);
  const enrolment = createEnrolment(context, allEnded);
  const second = createSecondFactor(context, throttle, enrolment);
  const passkeys = createPasskeySignIn(context, throttle);
  const stepUp = createStepUp(context, throttle);
  const setUp = createSetUp(context, actingAs, throttle);
  const byProvider = createProviderSignIn(context, actingAs, throttle, allEnded);
  const isVouchedFor =
    recheck && createProviderCheck(context, { recheck, resolver, follow: byProvider.follow });
  /** Undefined for a session of another sign-in mode, or one that the provider no longer vouches for. */
  const userOfSession = (
    token: string,
    session: SignedIn | undefined,
  ): SignedInUser | undefined | Promise<SignedInUser | undefined> => {
    if (session?.account.issuer !== issuer) return undefined;
    const user = userOf(session.account);
    if (isVouchedFor === undefined) return user;
    return isVouchedFor(token, session).then((isGood) => (isGood ? user : undefined));
  };
  const audit: Pick<Store, 'pageOfAudit' | 'auditEvents' | 'note'> = store;
  const cleaning = setInterval(() => cleanUp(context, resolver), limits.cleanUpEveryMs).unref();

  /** A store that cannot answer is an outcome; anything else is a bug. */
  const orUnavailable =
    <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T | { outcome: 'unavailable' }> => {
      try {
        return await work(...given);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        logger.error({ err: error, code: error.code }, 'The store could not answer.');
        return { outcome: 'unavailable' };
      }
    };

  return {
    /** Making and changing accounts. Sessions that a change ends are gone from this process at once. */
    accounts: { ...actingAs('server'), actingAs },
    /** Tells of each account that is removed by this process, so that what else is kept of it goes too. */
    onAccountRemoved: (listener: (accountId: string) => void) => {
      removed.on('account', listener);
    },
    /** What readers do with their own account. */
    own: {
      ...own,
      changePassword: orUnavailable(own.changePassword),
      remove: orUnavailable(own.remove),
    },
    /** The one-time links of new accounts. */
    invites: { ...invites, accept: orUnavailable(invites.accept) },
    /** The one-time links for forgotten passwords. */
    resets: { ...resets, accept: orUnavailable(resets.accept), ask: orUnavailable(resets.ask) },
    /** How readers change their e-mail. */
    emailChanges: {
      ...emailChanges,
      ask: orUnavailable(emailChanges.ask),
      confirm: orUnavailable(emailChanges.confirm),
    },
    /** All that is kept of one of them. */
    personalData: createPersonalData(context),
    /** What readers do with their second factors. */
    factors: createOwnFactors(context, throttle, enrolment, allEnded),
    /** The second half of a sign-in. */
    secondFactor: { ...second, complete: orUnavailable(second.complete) },
    /** A sign-in without a password. */
    passkeys: { ...passkeys, finish: orUnavailable(passkeys.finish) },
    /** Whether a session's reader has proved lately who they are, and how they do it again. */
    stepUp: { ...stepUp, verify: orUnavailable(stepUp.verify) },
    /** The one-time links of the first administrator. */
    setUp: { ...setUp, complete: orUnavailable(setUp.complete) },
    /**
     * The reader behind a cookie value, or `undefined`. Micro-cached for 2 s at most, half a second where nobody tells
     * of endings; ended sessions leave it at once. Unless it `isUse`, the session ends when it would have ended without
     * it. A promise only where the store or the provider must be asked.
     */
    session: (
      token: string | undefined,
      isUse?: boolean,
    ): SignedInUser | undefined | Promise<SignedInUser | undefined> => {
      if (!looksLikeToken(token)) return undefined;
      const session = resolver.find(hashToken(token), isUse);
      return session instanceof Promise
        ? session.then((late) => userOfSession(token, late))
        : userOfSession(token, session);
    },
    /** A session that is none until its reader has been at the provider again. */
    waitsForProvider: async (token: string | undefined): Promise<boolean> => {
      if (isVouchedFor === undefined || !looksLikeToken(token)) return false;
      const found = await resolver.find(hashToken(token));
      return found?.account.issuer === issuer && !(await isVouchedFor(token, found));
    },
    /** What readers' own programs read with. */
    tokens: createPersonalTokens(context, tokenResolver),
    /** What releases are published with. */
    deployTokens: createDeployTokens(context),
    /** What readers allow agents, and what the authorization server keeps of it. */
    agents: createAgents(context, tokenResolver, throttle),
    signIn: orUnavailable((attempt: { email: string; password: string } & SignInSource) =>
      signInByPassword(context, throttle, attempt),
    ),
    signInBy: orUnavailable(byProvider.signIn),
    /** Who is signed in. */
    sessions: createSessionAdministration(context, resolver),
    /** What is written down of acts. */
    audit,
    /** What administrators set while the site runs. */
    settings: {
      read: (name: string) => store.setting(name),
      /** `undefined` takes it away. Written down where it is an act. */
      write: (name: string, value: unknown, act?: { event: AuditEvent; by: string; detail?: string }) =>
        store.setSetting(name, value, clock(), act && { at: clock(), ...act }),
    },
    /** What is told by mail. */
    mail: {
      /** Whether mail goes out at all. */
      isThere: mail !== undefined,
      /** To whoever asks for it, a few an hour. */
      sendTest: createTestMail(context, sendTestMail),
      /** `false` where none goes out, not to this account, or not now. */
      tell: async (
        accountId: string,
        kind: 'feedback-answered' | 'feedback-done',
        detail: { page: string; text: string },
      ): Promise<boolean> => {
        const account = await store.accountById(accountId);
        if (account === undefined || account.disabled) return false;
        return (await mail?.put(kind, { email: account.email, accountId }, detail)) === 'queued';
      },
    },
    /** True for the first who comes with this text within the time, over all processes. */
    firstUse: (text: string, forMs: number) => throttle.firstUse(text, forMs, clock()),
    /** `why` a session ends that its reader did not end: for the audit log, as the address is. */
    signOut: async (token: string | undefined, from?: string, why?: string): Promise<void> => {
      if (!looksLikeToken(token)) return;
      const tokenHash = hashToken(token);
      // Before it as well: a store that is gone now must not leave it to be remembered.
      resolver.forget(tokenHash);
      await store.removeSession(tokenHash, { at: clock(), event: 'signed-out', from, detail: why });
      resolver.forget(tokenHash);
    },
    /** Writes down that an administrator looks at the site as others do, or no longer. */
    notePreview: ({ accountId }: SignedInUser, from: string, as: Previewed | undefined) => {
      const event = as === undefined ? 'preview-ended' : 'preview-begun';
      const detail = typeof as === 'object' ? as.join(' ') || 'no group' : as;
      return store.note({ at: clock(), event, from, detail }, accountId);
    },
    /** Ends what the provider says has ended there; how many sessions that were. `from`: who said it. */
    endByProvider: async (ending: ProviderEnding, from: string): Promise<number> => {
      const note = { at: clock(), event: 'sessions-ended', by: PROVIDER, from } as const;
      const ended = await store.endProviderSessions(issuer, ending, note);
      for (const { tokenHash } of ended) resolver.forget(tokenHash);
      return ended.length;
    },
    ping: () => store.ping(),
    /** For `/readyz`: rejects with a `StoreError` when the store cannot be read or cannot be written. */
    checkStore: createStoreCheck(store, clock),
    /** Whether this process hears of sessions that end in others. */
    hearing: resolver.hearing,
    close: async (): Promise<void> => {
      clearInterval(cleaning);
      resolver.close();
      await store.close();
    },
  };
}

function cleanUp(context: Context, resolver: SessionResolver): void {
  const { store, clock, limits } = context;
  resolver.tidy();
  inBackground(
    quietly(context, 'Expired sessions could not be removed.', () =>
      store.removeExpired(clock(), limits.session),
    ),
  );
  inBackground(
    quietly(context, 'The audit log could not be shortened.', () =>
      store.removeAuditBefore(clock() - limits.auditMs),
    ),
  );
}
