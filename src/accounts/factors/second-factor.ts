import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { type Account, type SignedInUser, toSignedInUser } from '../account.ts';
import { type Context, logFailure, notify } from '../context.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import { recordRefusal, recordSource, type SignInSource, startSession } from '../sign-in/sign-in-outcome.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import type { CodeSetUp, Enrolment, EnrolResult, Holder } from './enrolment.ts';
import { createRequestOptions, type RelyingParty } from './passkeys.ts';
import { type FactorInput, proveFactor, readProof } from './prove-factor.ts';

/** A sign-in that waits for one of the account's factors (`proof`), or for the account's first factor (`set-up`). */
interface WaitingSignIn {
  email: string;
  needs: 'proof' | 'set-up';
  /** Whether the account has (`proof`) or can get (`set-up`) one-time codes. */
  codes: boolean;
  passkeys: boolean;
}

/** The account of a sign-in that waits, and the token hash of that sign-in. */
interface AccountSigningIn {
  account: Account;
  tokenHash: string;
}

type SecondFactorResult =
  /** `recoveryCodes`: new codes, which can't be shown again. */
  | { outcome: 'signed-in'; token: string; user: SignedInUser; recoveryCodes?: string[] }
  /** The code or passkey isn't one of this account. */
  | { outcome: 'invalid' }
  | { outcome: 'throttled'; retryAt: number }
  /** The sign-in has expired, or was started in another browser. The user must start again. */
  | { outcome: 'expired' }
  | { outcome: 'unavailable' };

/** A challenge to create the account's first passkey, or to use one that it has. */
type PasskeyChallenge =
  | { create: PublicKeyCredentialCreationOptionsJSON }
  | { get: PublicKeyCredentialRequestOptionsJSON };

interface SecondFactorRequest {
  token: string | undefined;
  factor: FactorInput;
  source: SignInSource;
  /** Name of a new passkey. */
  name: string;
}

/** The second step of a sign-in by password. `token`: the value of the cookie that the first step has set. */
export interface SecondFactor {
  /** Finds the sign-in that waits in this browser. */
  find(token: string | undefined): Promise<WaitingSignIn | undefined>;
  /** Returns the secret for an authenticator app, for an account that needs its first factor. */
  beginCodes(token: string | undefined, issuer: string): Promise<CodeSetUp | undefined>;
  /** Returns the challenge for the authenticator, or `undefined` if no sign-in waits. */
  createPasskeyOptions(token: string | undefined, party: RelyingParty): Promise<PasskeyChallenge | undefined>;
  /** Checks a factor of the account, or adds its first one, and then starts the session. */
  complete(request: SecondFactorRequest): Promise<SecondFactorResult>;
}

/** The second step of a sign-in by password. `token`: the value of the cookie that the first step has set. */
export function createSecondFactor(context: Context, throttle: Throttle, enrolment: Enrolment): SecondFactor {
  const { store, clock } = context;
  const challenges = createChallenges(context);

  async function find(token: string | undefined): Promise<AccountSigningIn | undefined> {
    if (!looksLikeToken(token)) return undefined;
    const tokenHash = hashToken(token);
    const pendingSignIn = await store.findPendingSignIn(tokenHash, clock());
    const account = pendingSignIn && (await store.findAccountById(pendingSignIn.accountId));
    if (account === undefined || account.disabled || account.passwordHash !== pendingSignIn?.passwordHash)
      return undefined;
    return { account, tokenHash };
  }

  async function finish(
    { account, tokenHash }: AccountSigningIn,
    source: SignInSource,
  ): Promise<{ token: string } | undefined> {
    // Only one of two concurrent proofs gets a session.
    if (!(await store.takePendingSignIn(tokenHash, clock()))) return undefined;
    const session = await startSession(context, account, source, 'factor given');
    if (session !== undefined) await recordSource(context, throttle, account, source);
    return session;
  }

  return {
    find: async (token) => {
      const pendingSignIn = await find(token);
      if (pendingSignIn === undefined) return undefined;
      const { email, id } = pendingSignIn.account;
      const { passkeys, codes } = await store.readFactors(id);
      const hasFactor = passkeys.length > 0 || codes !== undefined;
      return hasFactor
        ? { email, needs: 'proof', codes: codes !== undefined, passkeys: passkeys.length > 0 }
        : { email, needs: 'set-up', codes: enrolment.canHaveCodes, passkeys: true };
    },
    beginCodes: async (token, issuer) => {
      const pendingSignIn = await find(token);
      return pendingSignIn && enrolment.beginCodes({ ...pendingSignIn, from: '' }, issuer);
    },
    createPasskeyOptions: async (token, party) => {
      const pendingSignIn = await find(token);
      if (pendingSignIn === undefined) return undefined;
      const { passkeys, codes } = await store.readFactors(pendingSignIn.account.id);
      if (passkeys.length === 0 && codes === undefined)
        return { create: await enrolment.createPasskeyOptions({ ...pendingSignIn, from: '' }, party) };
      const options = await createRequestOptions(party, passkeys);
      await challenges.set('second factor', pendingSignIn.tokenHash, options.challenge);
      return { get: options };
    },
    complete: async (request) => {
      const { factor, source } = request;
      const pendingSignIn = await find(request.token);
      if (pendingSignIn === undefined) return { outcome: 'expired' };
      const { account, tokenHash } = pendingSignIn;
      const attempt = await throttle.countFactor(account, source.address, clock());
      if (!attempt.allowed) {
        // Anyone who gets this far knows the password, so the owner should be warned.
        await notify(context, 'factor-guessed', account, { address: source.address });
        return { outcome: 'throttled', retryAt: attempt.retryAt };
      }
      const { passkeys, codes } = await store.readFactors(account.id);
      let recoveryCodes: string[] | undefined;
      if (passkeys.length > 0 || codes !== undefined) {
        const proof = await readProof(factor, () => challenges.take('second factor', tokenHash));
        const result = await proveFactor(context, account, proof, source.address);
        if (result.outcome === 'refused') {
          await recordRefusal(context, source.address, account, result.reason);
          return { outcome: 'invalid' };
        }
      } else {
        const addition = await enrol({ ...pendingSignIn, from: source.address }, factor, request.name);
        if (addition.outcome !== 'added')
          return { outcome: addition.outcome === 'refused' ? 'invalid' : 'expired' };
        recoveryCodes = addition.recoveryCodes;
      }
      await logFailure(context, "A successful attempt couldn't be recorded.", () => attempt.recordSuccess());
      const session = await finish(pendingSignIn, source);
      if (session === undefined) return { outcome: 'expired' };
      return {
        outcome: 'signed-in',
        ...session,
        user: toSignedInUser(account),
        ...(recoveryCodes && { recoveryCodes }),
      };
    },
  };

  async function enrol(holder: Holder, factor: FactorInput, name: string): Promise<EnrolResult> {
    if ('code' in factor) return enrolment.confirmCodes(holder, factor.code);
    if (factor.party === undefined) return { outcome: 'not-possible' };
    return enrolment.addPasskey(holder, { answer: factor.passkey, name }, factor.party);
  }
}
