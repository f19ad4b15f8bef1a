import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { SignedInUser } from '../account.ts';
import { createNoteWriter } from '../audit.ts';
import { type Context, logFailure, notify } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { FactorRemoval, FactorRemoved } from '../store/factor-changes.ts';
import type { Factors } from '../store/factor-store.ts';
import type { Throttle } from '../throttle.ts';
import type { CodeSetUp, Enrolment, EnrolResult, Holder } from './enrolment.ts';
import { cleanPasskeyName } from './enrolment.ts';
import { mustHaveFactor } from './factor-rule.ts';
import type { RelyingParty } from './passkeys.ts';

interface OwnFactorList extends Factors {
  /** Whether the account must keep a factor. */
  isNeeded: boolean;
  /** Whether one-time codes are available on this site. */
  canHaveCodes: boolean;
}

interface Requester {
  user: SignedInUser;
  /** Token of the current session, which stays whatever changes. */
  token: string;
  /** Network address. */
  from: string;
}

/** Readers' management of their own factors. Each change ends their other sessions and is reported to them by mail. */
export interface OwnFactors {
  /** Returns the factors, whether the account must keep one, and whether one-time codes are available here. */
  list(user: SignedInUser): Promise<OwnFactorList>;
  /** Returns the secret for an authenticator app, or `undefined` if one-time codes aren't available. */
  beginCodes(requester: Requester, site: string): Promise<CodeSetUp | undefined>;
  /** Turns one-time codes on with the first code that the app shows. Counts the attempt. */
  confirmCodes(
    requester: Requester,
    code: string,
  ): Promise<EnrolResult | { outcome: 'throttled'; retryAt: number }>;
  /** Turns one-time codes off. */
  removeCodes(requester: Requester): Promise<FactorRemoved>;
  /** Returns the challenge for creating a passkey. */
  createPasskeyOptions(
    requester: Requester,
    party: RelyingParty,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Adds the passkey that the browser has created. */
  addPasskey(
    requester: Requester,
    passkey: { answer: unknown; name: string },
    party: RelyingParty,
  ): Promise<EnrolResult>;
  /** Returns `false` if there is no such passkey. */
  renamePasskey(requester: Requester, id: string, name: string): Promise<boolean>;
  /** Removes a passkey by its credential id. */
  removePasskey(requester: Requester, id: string): Promise<FactorRemoved>;
  /**
   * Replaces the recovery codes and returns the new ones, which can't be shown again. Returns `undefined` for an account
   * without a factor, which needs no recovery codes.
   */
  renewRecoveryCodes(requester: Requester): Promise<string[] | undefined>;
}

/** Readers' management of their own factors. Each change ends their other sessions and is reported to them by mail. */
export function createOwnFactors(
  context: Context,
  throttle: Throttle,
  enrolment: Enrolment,
  forgetAccount: (accountId: string) => void,
): OwnFactors {
  const { store, clock, secondFactor, issuer } = context;
  const toHolder = ({ user, token, from }: Requester): Holder => ({
    account: { id: user.accountId, email: user.email, name: user.name },
    tokenHash: hashToken(token),
    from,
  });
  const isNeeded = ({ role }: SignedInUser) => mustHaveFactor(secondFactor, { role, issuer });
  const note = createNoteWriter(clock);

  async function removeFactor(
    { user, token, from }: Requester,
    detail: string,
    remove: (options: FactorRemoval) => Promise<FactorRemoved>,
  ): Promise<FactorRemoved> {
    const removal = note('factor-removed', { from, detail });
    const options = { isNeeded: isNeeded(user), keptToken: hashToken(token), note: removal };
    const outcome = await remove(options);
    if (outcome !== 'removed') return outcome;
    forgetAccount(user.accountId);
    await notify(context, 'factor-removed', { id: user.accountId, email: user.email });
    return outcome;
  }

  return {
    list: async (user) => ({
      ...(await store.readFactors(user.accountId)),
      isNeeded: isNeeded(user),
      canHaveCodes: enrolment.canHaveCodes,
    }),
    beginCodes: (requester, site) => enrolment.beginCodes(toHolder(requester), site),
    confirmCodes: async (requester, code) => {
      const { id, email } = toHolder(requester).account;
      const attempt = await throttle.countFactor({ id, email }, requester.from, clock());
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
      const result = await enrolment.confirmCodes(toHolder(requester), code);
      if (result.outcome === 'added')
        await logFailure(context, "A successful attempt couldn't be recorded.", () =>
          attempt.recordSuccess(),
        );
      return result;
    },
    removeCodes: (requester) =>
      removeFactor(requester, 'one-time codes', (options) =>
        store.removeCodes(requester.user.accountId, options),
      ),
    createPasskeyOptions: (requester, party) => enrolment.createPasskeyOptions(toHolder(requester), party),
    addPasskey: (requester, passkey, party) => enrolment.addPasskey(toHolder(requester), passkey, party),
    renamePasskey: ({ user }, id, name) => store.renamePasskey(user.accountId, id, cleanPasskeyName(name)),
    removePasskey: (requester, id) =>
      removeFactor(requester, 'passkey', (options) =>
        store.removePasskey(requester.user.accountId, id, options),
      ),
    renewRecoveryCodes: async (requester) => {
      const { passkeys, codes } = await store.readFactors(requester.user.accountId);
      if (passkeys.length === 0 && codes === undefined) return undefined;
      return enrolment.renewRecoveryCodes(toHolder(requester));
    },
  };
}
