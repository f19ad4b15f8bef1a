import { type Account, type SignedInUser, userOf } from '../account.ts';
import { type Context, notify, quietly } from '../context.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import { noteRefusal, type SignInSource, startSession, welcome } from '../sign-in/sign-in-outcome.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import type { Enrolment, EnrolResult, Holder } from './enrolment.ts';
import { type RelyingParty, requestOptions } from './passkeys.ts';
import { type GivenFactor, proofOf, proveFactor } from './prove-factor.ts';

/** What a sign-in waits for: one of the account's factors, or that it gets its first one. */
interface WaitingSignIn {
  email: string;
  needs: 'proof' | 'set-up';
  /** Whether it has, or may have, codes of an app. */
  codes: boolean;
  passkeys: boolean;
}

interface Waiting {
  account: Account;
  tokenHash: string;
}

type SecondFactorResult =
  /** `recoveryCodes`: to be shown this once. */
  | { outcome: 'signed-in'; token: string; user: SignedInUser; recoveryCodes?: string[] }
  /** `invalid`: what was given is no code and no passkey of this account. */
  | { outcome: 'invalid' }
  | { outcome: 'throttled'; retryAt: number }
  /** Too late, or begun in another browser: from the start. */
  | { outcome: 'expired' }
  | { outcome: 'unavailable' };

/** The second half of a sign-in by password. `token`: of the cookie that the first half left in the browser. */
export function createSecondFactor(context: Context, throttle: Throttle, enrolment: Enrolment) {
  const { store, clock } = context;
  const challenges = createChallenges(context);

  async function find(token: string | undefined): Promise<Waiting | undefined> {
    if (!looksLikeToken(token)) return undefined;
    const tokenHash = hashToken(token);
    const waiting = await store.findPendingSignIn(tokenHash, clock());
    const account = waiting && (await store.accountById(waiting.accountId));
    if (account === undefined || account.disabled || account.passwordHash !== waiting?.passwordHash)
      return undefined;
    return { account, tokenHash };
  }

  async function finish(
    { account, tokenHash }: Waiting,
    source: SignInSource,
  ): Promise<{ token: string } | undefined> {
    // One sign-in, one session: of two that prove it at once, one gets it.
    if (!(await store.takePendingSignIn(tokenHash, clock()))) return undefined;
    const started = await startSession(context, account, source, 'factor given');
    if (started !== undefined) await welcome(context, throttle, account, source);
    return started;
  }

  return {
    find: async (token: string | undefined): Promise<WaitingSignIn | undefined> => {
      const waiting = await find(token);
      if (waiting === undefined) return undefined;
      const { email, id } = waiting.account;
      const { passkeys, codes } = await store.factorsOf(id);
      const has = passkeys.length > 0 || codes !== undefined;
      return has
        ? { email, needs: 'proof', codes: codes !== undefined, passkeys: passkeys.length > 0 }
        : { email, needs: 'set-up', codes: enrolment.canHaveCodes, passkeys: true };
    },
    /** Of a sign-in that needs to be set up: the secret for an app. */
    beginCodes: async (token: string | undefined, issuer: string) => {
      const waiting = await find(token);
      return waiting && enrolment.beginCodes({ ...waiting, from: '' }, issuer);
    },
    /** What the browser's authenticator is to answer; `undefined` where no sign-in waits. */
    passkeyOptions: async (token: string | undefined, party: RelyingParty) => {
      const waiting = await find(token);
      if (waiting === undefined) return undefined;
      const { passkeys, codes } = await store.factorsOf(waiting.account.id);
      if (passkeys.length === 0 && codes === undefined)
        return { create: await enrolment.passkeyOptions({ ...waiting, from: '' }, party) };
      const options = await requestOptions(party, passkeys);
      await challenges.set('second factor', waiting.tokenHash, options.challenge);
      return { get: options };
    },
    /** Proves a factor of the account, or adds its first one; then the session begins. */
    complete: async (given: {
      token: string | undefined;
      factor: GivenFactor;
      source: SignInSource;
      /** Of a new passkey. */
      name: string;
    }): Promise<SecondFactorResult> => {
      const { factor, source } = given;
      const waiting = await find(given.token);
      if (waiting === undefined) return { outcome: 'expired' };
      const { account, tokenHash } = waiting;
      const attempt = await throttle.countFactor(account, source.address, clock());
      if (!attempt.allowed) {
        // Who comes that far has the password.
        await notify(context, 'factor-guessed', account, { address: source.address });
        return { outcome: 'throttled', retryAt: attempt.retryAt };
      }
      const { passkeys, codes } = await store.factorsOf(account.id);
      let recoveryCodes: string[] | undefined;
      if (passkeys.length > 0 || codes !== undefined) {
        const proof = await proofOf(factor, () => challenges.take('second factor', tokenHash));
        const proved = await proveFactor(context, account, proof, source.address);
        if (proved.outcome === 'refused') {
          await noteRefusal(context, source.address, account, proved.reason);
          return { outcome: 'invalid' };
        }
      } else {
        const added = await enrol({ ...waiting, from: source.address }, factor, given.name);
        if (added.outcome !== 'added')
          return { outcome: added.outcome === 'refused' ? 'invalid' : 'expired' };
        recoveryCodes = added.recoveryCodes;
      }
      await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
      const started = await finish(waiting, source);
      if (started === undefined) return { outcome: 'expired' };
      return {
        outcome: 'signed-in',
        ...started,
        user: userOf(account),
        ...(recoveryCodes && { recoveryCodes }),
      };
    },
  };

  async function enrol(holder: Holder, factor: GivenFactor, name: string): Promise<EnrolResult> {
    if ('code' in factor) return enrolment.confirmCodes(holder, factor.code);
    if (factor.party === undefined) return { outcome: 'not-possible' };
    return enrolment.addPasskey(holder, { answer: factor.passkey, name }, factor.party);
  }
}
