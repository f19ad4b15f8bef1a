import type { SignedInUser } from '../account.ts';
import { type AuditNote, notesBy } from '../audit.ts';
import { type Context, logFailure, notify } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import type { Enrolment, EnrolResult, Holder } from './enrolment.ts';
import { cleanPasskeyName } from './enrolment.ts';
import { mustHaveFactor } from './factor-rule.ts';
import type { RelyingParty } from './passkeys.ts';

type Removal = 'removed' | 'unknown' | 'needed';

interface Requester {
  user: SignedInUser;
  /** Token of the current session, which stays whatever changes. */
  token: string;
  /** Network address. */
  from: string;
}

/** Readers' management of their own factors. Each change ends their other sessions and is reported to them by mail. */
export function createOwnFactors(
  context: Context,
  throttle: Throttle,
  enrolment: Enrolment,
  forgetAccount: (accountId: string) => void,
) {
  const { store, clock, secondFactor, issuer } = context;
  const toHolder = ({ user, token, from }: Requester): Holder => ({
    account: { id: user.accountId, email: user.email, name: user.name },
    tokenHash: hashToken(token),
    from,
  });
  const isNeeded = ({ role }: SignedInUser) => mustHaveFactor(secondFactor, { role, issuer });
  const note = notesBy(clock);

  async function removeFactor(
    { user, token, from }: Requester,
    detail: string,
    remove: (options: { isNeeded: boolean; keptToken: string; note: AuditNote }) => Promise<Removal>,
  ): Promise<Removal> {
    const removal = note('factor-removed', { from, detail });
    const options = { isNeeded: isNeeded(user), keptToken: hashToken(token), note: removal };
    const outcome = await remove(options);
    if (outcome !== 'removed') return outcome;
    forgetAccount(user.accountId);
    await notify(context, 'factor-removed', { id: user.accountId, email: user.email });
    return outcome;
  }

  return {
    list: async (user: SignedInUser) => ({
      ...(await store.readFactors(user.accountId)),
      isNeeded: isNeeded(user),
      canHaveCodes: enrolment.canHaveCodes,
    }),
    beginCodes: (requester: Requester, site: string) => enrolment.beginCodes(toHolder(requester), site),
    confirmCodes: async (
      requester: Requester,
      code: string,
    ): Promise<EnrolResult | { outcome: 'throttled'; retryAt: number }> => {
      const { id, email } = toHolder(requester).account;
      const attempt = await throttle.countFactor({ id, email }, requester.from, clock());
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
      const result = await enrolment.confirmCodes(toHolder(requester), code);
      if (result.outcome === 'added')
        await logFailure(context, 'A successful attempt could not be recorded.', () => attempt.succeeded());
      return result;
    },
    removeCodes: (requester: Requester) =>
      removeFactor(requester, 'one-time codes', (options) =>
        store.removeCodes(requester.user.accountId, options),
      ),
    passkeyOptions: (requester: Requester, party: RelyingParty) =>
      enrolment.passkeyOptions(toHolder(requester), party),
    addPasskey: (requester: Requester, passkey: { answer: unknown; name: string }, party: RelyingParty) =>
      enrolment.addPasskey(toHolder(requester), passkey, party),
    /** Returns `false` if there is no such passkey. */
    renamePasskey: ({ user }: Requester, id: string, name: string): Promise<boolean> =>
      store.renamePasskey(user.accountId, id, cleanPasskeyName(name)),
    removePasskey: (requester: Requester, id: string) =>
      removeFactor(requester, 'passkey', (options) =>
        store.removePasskey(requester.user.accountId, id, options),
      ),
    /** Returns `undefined` for an account without a factor, which needs no recovery codes. */
    renewRecoveryCodes: async (requester: Requester): Promise<string[] | undefined> => {
      const { passkeys, codes } = await store.readFactors(requester.user.accountId);
      if (passkeys.length === 0 && codes === undefined) return undefined;
      return enrolment.renewRecoveryCodes(toHolder(requester));
    },
  };
}

/** Lets readers list, add, rename and remove their second factors. */
export type OwnFactors = ReturnType<typeof createOwnFactors>;
