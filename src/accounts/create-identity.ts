import { EventEmitter } from 'node:events';
import type { Previewed } from '../model/audience.ts';
import { runInBackground } from '../shared/in-background.ts';
import { memoize } from '../shared/memoize.ts';
import { StoreError } from '../storage/store-error.ts';
import { type SignedInUser, toSignedInUser } from './account.ts';
import {
  type AccountAdministration,
  type ActingAs,
  createAccountAdministration,
} from './account-administration.ts';
import { type AuditEvent, PROVIDER } from './audit.ts';
import { type AccountParts, type Context, logFailure } from './context.ts';
import { createSecretCipher } from './factors/encrypted-secret.ts';
import { createEnrolment } from './factors/enrolment.ts';
import { createOwnFactors, type OwnFactors } from './factors/own-factors.ts';
import { createPasskeySignIn, type PasskeySignIn } from './factors/passkey-sign-in.ts';
import { createSecondFactor, type SecondFactor } from './factors/second-factor.ts';
import type { SecretKey } from './factors/secret-key.ts';
import { createStepUp, type StepUp } from './factors/step-up.ts';
import { defaultLimits } from './limits.ts';
import {
  FEATURE_MAIL,
  type FeatureMail,
  type FeatureMailOutcome,
  featureMail,
} from './mail/messages/message.ts';
import type { Delivery } from './mail/smtp.ts';
import { createTestMail, type TestMail } from './mail/test-mail.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import { createArgon2Hasher, createHashingQueue, type Hasher } from './passwords/hashing-queue.ts';
import { createPersonalData, type PersonalData } from './personal-data.ts';
import { createPersonalTokens, type PersonalTokens } from './personal-tokens/personal-tokens.ts';
import { createTokenResolver } from './personal-tokens/token-resolver.ts';
import type { Recheck } from './providers/identity-provider.ts';
import { createSessionAdministration, type SessionAdministration } from './session-administration.ts';
import { createProviderCheck } from './sessions/provider-check.ts';
import { createSessionResolver, type SessionResolver } from './sessions/session-resolver.ts';
import { hashToken, looksLikeToken } from './sessions/tokens.ts';
import { createEmailChanges, type EmailChanges } from './sign-in/email-changes.ts';
import { createPasswordLinks, type PasswordLinks } from './sign-in/password-links.ts';
import { type SignInResult, signInByPassword } from './sign-in/password-sign-in.ts';
import { createProviderSignIn, type ProviderSignIn } from './sign-in/provider-sign-in.ts';
import { createSetUp, type SetUp } from './sign-in/set-up.ts';
import type { SignInSource } from './sign-in/sign-in-outcome.ts';
import type { DeployTokenStore } from './store/deploy-token-store.ts';
import type { ProviderEnding } from './store/provider-session-store.ts';
import type { SignedIn } from './store/session-store.ts';
import type { Store } from './store/store.ts';
import { createStoreCheck } from './store/store-check.ts';
import { createThrottle } from './throttle.ts';

/** Dependencies and settings of an identity. Closing the identity closes the store. */
export interface IdentityParts
  extends Pick<Context, 'store'>,
    Partial<
      Pick<
        Context,
        'clock' | 'limits' | 'logger' | 'issuer' | 'words' | 'findGroups' | 'mail' | 'secondFactor'
      >
    > {
  hasher?: Hasher;
  /** Sends a test mail to this account immediately and returns the mail server's answer. */
  sendTestMail?: ((to: { accountId: string; email: string }) => Promise<Delivery>) | undefined;
  /** Asks an external identity provider whether it still vouches for a user. */
  recheck?: Recheck | undefined;
  /** Key for the secrets of one-time codes. Without it, one-time codes aren't available. */
  secretKey?: SecretKey | undefined;
}

/** A method that returns the outcome `unavailable` instead of rejecting when the store can't answer. */
type OrUnavailable<Method> = Method extends (...parameters: infer Parameters) => Promise<infer Result>
  ? (...parameters: Parameters) => Promise<Result | { outcome: 'unavailable' }>
  : never;

/** A part some of whose methods return the outcome `unavailable` instead of rejecting. */
type WithUnavailable<Part, Names extends keyof Part> = Omit<Part, Names> & {
  [Name in Names]: OrUnavailable<Part[Name]>;
};

/**
 * Everything that the server needs from accounts. Unless a result can be `unavailable`, methods reject with a
 * `StoreError` when the store can't answer.
 */
export interface Identity {
  /** For the services of features. */
  parts: AccountParts;
  /** Creates and changes accounts. Sessions that a change ends stop working in this process immediately. */
  accounts: AccountAdministration & { actingAs: ActingAs };
  /** Calls `listener` when this process removes an account, so that other rooms can delete their data about it. */
  onAccountRemoved(listener: (accountId: string) => void): void;
  /** Lets readers manage their own account. */
  own: WithUnavailable<OwnAccount, 'changePassword' | 'remove'>;
  /** One-time links of new accounts. */
  invites: WithUnavailable<PasswordLinks['invites'], 'accept'>;
  /** One-time links for forgotten passwords. */
  resets: WithUnavailable<PasswordLinks['resets'], 'accept' | 'ask'>;
  /** Lets readers change their email. */
  emailChanges: WithUnavailable<EmailChanges, 'ask' | 'confirm'>;
  /** Everything stored about a user, for that user. */
  personalData: PersonalData;
  /** Lets readers manage their second factors. */
  factors: OwnFactors;
  /** The second step of a sign-in by password. */
  secondFactor: WithUnavailable<SecondFactor, 'complete'>;
  /** Signing in with a passkey alone. */
  passkeys: WithUnavailable<PasskeySignIn, 'finish'>;
  /** Asks users to confirm their identity before critical actions. */
  stepUp: WithUnavailable<StepUp, 'verify'>;
  /** One-time links of the first administrator. */
  setUp: WithUnavailable<SetUp, 'complete'>;
  /**
   * Returns the user of a session token, or `undefined`. Results are cached for at most 2 s, or half a second if other
   * processes can't report ended sessions; ended sessions leave the cache immediately. Unless `isUse` is false, the
   * request extends the session. Returns a promise only if the store or the identity provider must be asked.
   */
  resolveSession(
    token: string | undefined,
    isUse?: boolean,
  ): SignedInUser | undefined | Promise<SignedInUser | undefined>;
  /** Whether a session is suspended until its user has been redirected to the identity provider again. */
  waitsForProvider(token: string | undefined): Promise<boolean>;
  /** Personal tokens, which readers' programs use to read. */
  tokens: PersonalTokens;
  /** Deploy tokens, which other machines use to publish releases. */
  deployTokens: DeployTokenStore;
  /** Signs in with email and password. */
  signIn(attempt: { email: string; password: string } & SignInSource): Promise<SignInResult>;
  /** Signs in a user of an identity provider. */
  signInBy: OrUnavailable<ProviderSignIn['signIn']>;
  /** Lets administrators see and end sessions. */
  sessions: SessionAdministration;
  /** The audit log. */
  audit: Pick<Store, 'readAuditPage' | 'readAuditActions' | 'listAuditEvents' | 'note'>;
  /** Settings that administrators change while the site runs. */
  settings: {
    read(name: string): Promise<unknown>;
    /** Stores a setting; `undefined` removes it. With `act`, records the change in the audit log. */
    write(
      name: string,
      value: unknown,
      act?: { event: AuditEvent; by: string; detail?: string },
    ): Promise<void>;
  };
  /** Outgoing mail. */
  mail: {
    /** Whether outgoing mail is configured. */
    isThere: boolean;
    /** Sends a test mail to the administrator who requests it, a few times per hour. */
    sendTest: TestMail;
    /** Queues a mail about feedback. Returns `false` if mail isn't configured, or this account can't get one now. */
    tell(
      accountId: string,
      kind: 'feedback-answered' | 'feedback-done',
      detail: { page: string; text: string },
    ): Promise<boolean>;
    /** Queues a mail that a feature wrote in this language. Rejects if the mail isn't valid. */
    send(accountId: string, content: FeatureMail, language: string): Promise<FeatureMailOutcome>;
  };
  /** Returns true for the first use of this text within the time, across all processes. */
  claimFirstUse(text: string, forMs: number): Promise<boolean>;
  /** Ends a session. `from` and `why`, if the user didn't end it, are recorded in the audit log. */
  signOut(token: string | undefined, from?: string, why?: string): Promise<void>;
  /** Records that an administrator starts or ends a preview of the site as another audience. */
  notePreview(user: SignedInUser, from: string, as: Previewed | undefined): Promise<void>;
  /** Ends the sessions that the identity provider reports as ended, and returns their number. `from`: its address. */
  endByProvider(ending: ProviderEnding, from: string): Promise<number>;
  /** Rejects with a `StoreError` if the store can't be read. */
  ping(): Promise<void>;
  /** For `/readyz`: rejects with a `StoreError` if the store can't be read or written. */
  checkStore(): Promise<void>;
  /** Whether this process receives messages about sessions that end in other processes. */
  hearing: SessionResolver['describeHearing'];
  close(): Promise<void>;
}

/**
 * Number of session tokens whose hashes are kept in memory. A token may keep its whole `Cookie` header, 16 KiB, alive.
 */
const SESSION_HASHES_MAX = 2_000;

export function createIdentity({
  store,
  clock = Date.now,
  limits = defaultLimits,
  hasher = createArgon2Hasher(),
  logger = { warn: () => {}, error: () => {} },
  issuer = 'local',
  words = [],
  findGroups = () => [],
  mail,
  sendTestMail,
  recheck,
  secondFactor = 'off',
  secretKey,
}: IdentityParts): Identity {
  const passwords = createHashingQueue(hasher, limits.hashing);
  const secrets = secretKey && createSecretCipher(secretKey);
  const rules = { issuer, words, findGroups, secondFactor };
  const context: Context = { store, clock, limits, logger, passwords, mail, secrets, ...rules };
  const resolver = createSessionResolver(context);
  const tokenResolver = createTokenResolver(context);
  /** Removes the sessions and tokens of a changed account from the caches. */
  const forgetAccount = (accountId: string) => {
    resolver.forgetAccount(accountId);
    tokenResolver.forgetAccount(accountId);
  };
  const removals = new EventEmitter<{ account: [accountId: string] }>();
  const throttle = createThrottle(store, limits);
  const listeners = {
    onSessionsEnded: forgetAccount,
    onRemoved: (accountId: string) => removals.emit('account', accountId),
  };
  const createActing: ActingAs = (actor, actedAt) =>
    createAccountAdministration(context, actor, listeners, actedAt);
  const ownAccount = createOwnAccount(context, createActing, throttle, resolver);
  const { invites, resets } = createPasswordLinks(context, throttle, forgetAccount);
  const emailChanges = createEmailChanges(context, throttle, forgetAccount);
  const enrolment = createEnrolment(context, forgetAccount);
  const secondFactorStep = createSecondFactor(context, throttle, enrolment);
  const passkeys = createPasskeySignIn(context, throttle);
  const stepUp = createStepUp(context, throttle);
  const setUp = createSetUp(context, createActing, throttle);
  const providerSignIn = createProviderSignIn(context, createActing, throttle, forgetAccount);
  const isVouchedFor =
    recheck && createProviderCheck(context, { recheck, resolver, syncAccount: providerSignIn.syncAccount });
  /** Returns `undefined` for a session of another identity provider, or one that the provider no longer vouches for. */
  const findUser = (
    token: string,
    session: SignedIn | undefined,
  ): SignedInUser | undefined | Promise<SignedInUser | undefined> => {
    if (session?.account.issuer !== issuer) return undefined;
    const user = toSignedInUser(session.account);
    if (isVouchedFor === undefined) return user;
    return isVouchedFor(token, session).then((isValid) => (isValid ? user : undefined));
  };
  // Each request of a reader has the same token, and its hash takes longer than finding the session by it.
  const hashSessionToken = memoize(SESSION_HASHES_MAX, hashToken);
  const cleaningTimer = setInterval(() => cleanUp(context, resolver), limits.cleanUpEveryMs).unref();

  /** Turns a `StoreError` into the outcome `unavailable`. Other errors are bugs and are rethrown. */
  const reportUnavailable =
    <Given extends unknown[], T>(work: (...parameters: Given) => Promise<T>) =>
    async (...parameters: Given): Promise<T | { outcome: 'unavailable' }> => {
      try {
        return await work(...parameters);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        logger.error({ err: error, code: error.code }, "The store couldn't answer.");
        return { outcome: 'unavailable' };
      }
    };

  return {
    parts: { store, clock, limits, logger, issuer, mail, throttle, tokenResolver },
    accounts: { ...createActing('server'), actingAs: createActing },
    onAccountRemoved: (listener) => {
      removals.on('account', listener);
    },
    own: {
      ...ownAccount,
      changePassword: reportUnavailable(ownAccount.changePassword),
      remove: reportUnavailable(ownAccount.remove),
    },
    invites: { ...invites, accept: reportUnavailable(invites.accept) },
    resets: { ...resets, accept: reportUnavailable(resets.accept), ask: reportUnavailable(resets.ask) },
    emailChanges: {
      ...emailChanges,
      ask: reportUnavailable(emailChanges.ask),
      confirm: reportUnavailable(emailChanges.confirm),
    },
    personalData: createPersonalData(context),
    factors: createOwnFactors(context, throttle, enrolment, forgetAccount),
    secondFactor: { ...secondFactorStep, complete: reportUnavailable(secondFactorStep.complete) },
    passkeys: { ...passkeys, finish: reportUnavailable(passkeys.finish) },
    stepUp: { ...stepUp, verify: reportUnavailable(stepUp.verify) },
    setUp: { ...setUp, complete: reportUnavailable(setUp.complete) },
    resolveSession: (token, isUse) => {
      if (!looksLikeToken(token)) return undefined;
      const session = resolver.find(hashSessionToken(token), isUse);
      return session instanceof Promise
        ? session.then((late) => findUser(token, late))
        : findUser(token, session);
    },
    waitsForProvider: async (token) => {
      if (isVouchedFor === undefined || !looksLikeToken(token)) return false;
      const session = await resolver.find(hashToken(token));
      return session?.account.issuer === issuer && !(await isVouchedFor(token, session));
    },
    tokens: createPersonalTokens(context, tokenResolver),
    deployTokens: store,
    signIn: reportUnavailable((attempt) => signInByPassword(context, throttle, attempt)),
    signInBy: reportUnavailable(providerSignIn.signIn),
    sessions: createSessionAdministration(context, resolver),
    audit: store,
    settings: {
      read: (name) => store.readSetting(name),
      write: (name, value, act) => store.setSetting(name, value, clock(), act && { at: clock(), ...act }),
    },
    mail: {
      isThere: mail !== undefined,
      sendTest: createTestMail(context, sendTestMail),
      tell: async (accountId, kind, detail) => {
        const account = await store.findAccountById(accountId);
        if (account === undefined || account.disabled) return false;
        return (await mail?.put(kind, { email: account.email, accountId }, detail)) === 'queued';
      },
      send: async (accountId, content, language) => {
        const detail = { content: featureMail.parse(content), language };
        const account = await store.findAccountById(accountId);
        if (mail === undefined || account === undefined || account.disabled) return 'unavailable';
        return mail.put(FEATURE_MAIL, { email: account.email, accountId }, detail);
      },
    },
    claimFirstUse: (text, forMs) => throttle.claimFirstUse(text, forMs, clock()),
    signOut: async (token, from, why) => {
      if (!looksLikeToken(token)) return;
      const tokenHash = hashToken(token);
      // The cache forgets the session before the store is asked: if the store is unavailable, the session must not be
      // served from memory.
      resolver.forget(tokenHash);
      await store.removeSession(tokenHash, { at: clock(), event: 'signed-out', from, detail: why });
      resolver.forget(tokenHash);
    },
    notePreview: ({ accountId }, from, as) => {
      const event = as === undefined ? 'preview-ended' : 'preview-begun';
      const detail = typeof as === 'object' ? as.join(' ') || 'no group' : as;
      return store.note({ at: clock(), event, from, detail }, accountId);
    },
    endByProvider: async (ending, from) => {
      const note = { at: clock(), event: 'sessions-ended', by: PROVIDER, from } as const;
      const endedSessions = await store.endProviderSessions(issuer, ending, note);
      for (const { tokenHash } of endedSessions) resolver.forget(tokenHash);
      return endedSessions.length;
    },
    ping: () => store.ping(),
    checkStore: createStoreCheck(store, clock),
    hearing: resolver.describeHearing,
    close: async () => {
      clearInterval(cleaningTimer);
      resolver.close();
      await store.close();
    },
  };
}

function cleanUp(context: Context, resolver: SessionResolver): void {
  const { store, clock, limits } = context;
  resolver.tidy();
  runInBackground(
    logFailure(context, "Expired sessions couldn't be removed.", () =>
      store.removeExpired(clock(), limits.session),
    ),
  );
  runInBackground(
    logFailure(context, "Old entries of the audit log couldn't be removed.", () =>
      store.removeAuditBefore(clock() - limits.auditMs),
    ),
  );
}
