import type { SignedInUser } from '../account.ts';
import { type AuditNote, notesBy } from '../audit.ts';
import { type Context, notify, quietly } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import type { Enrolment, EnrolResult, Holder } from './enrolment.ts';
import { passkeyName } from './enrolment.ts';
import { mustHaveFactor } from './factor-rule.ts';
import type { RelyingParty } from './passkeys.ts';

type Removal = 'removed' | 'unknown' | 'needed';

interface Asking {
  user: SignedInUser;
  /** Of the session that asks: it goes on, whatever changes. */
  token: string;
  /** Network address. */
  from: string;
}

/** What readers do with their own factors. Each change ends their other sessions, and is told by mail. */
export function createOwnFactors(
  context: Context,
  throttle: Throttle,
  enrolment: Enrolment,
  forgetAccount: (accountId: string) => void,
) {
  const { store, clock, secondFactor, issuer } = context;
  const holder = ({ user, token, from }: Asking): Holder => ({
    account: { id: user.accountId, email: user.email, name: user.name },
    tokenHash: hashToken(token),
    from,
  });
  const isNeeded = ({ role }: SignedInUser) => mustHaveFactor(secondFactor, { role, issuer });
  const note = notesBy(clock);

  async function removed(
    { user, token, from }: Asking,
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
      ...(await store.factorsOf(user.accountId)),
      isNeeded: isNeeded(user),
      canHaveCodes: enrolment.canHaveCodes,
    }),
    beginCodes: (asking: Asking, site: string) => enrolment.beginCodes(holder(asking), site),
    confirmCodes: async (
      asking: Asking,
      code: string,
    ): Promise<EnrolResult | { outcome: 'throttled'; retryAt: number }> => {
      const { id, email } = holder(asking).account;
      const attempt = await throttle.countFactor({ id, email }, asking.from, clock());
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
      const result = await enrolment.confirmCodes(holder(asking), code);
      if (result.outcome === 'added')
        await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
      return result;
    },
    removeCodes: (asking: Asking) =>
      removed(asking, 'one-time codes', (options) => store.removeCodes(asking.user.accountId, options)),
    passkeyOptions: (asking: Asking, party: RelyingParty) => enrolment.passkeyOptions(holder(asking), party),
    addPasskey: (asking: Asking, given: { answer: unknown; name: string }, party: RelyingParty) =>
      enrolment.addPasskey(holder(asking), given, party),
    /** `false` where there is no such passkey. */
    renamePasskey: ({ user }: Asking, id: string, name: string): Promise<boolean> =>
      store.renamePasskey(user.accountId, id, passkeyName(name)),
    removePasskey: (asking: Asking, id: string) =>
      removed(asking, 'passkey', (options) => store.removePasskey(asking.user.accountId, id, options)),
    /** `undefined` for an account without a factor, which has nothing to recover. */
    renewRecoveryCodes: async (asking: Asking): Promise<string[] | undefined> => {
      const { passkeys, codes } = await store.factorsOf(asking.user.accountId);
      if (passkeys.length === 0 && codes === undefined) return undefined;
      return enrolment.renewRecoveryCodes(holder(asking));
    },
  };
}
