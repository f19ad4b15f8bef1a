import type { Account } from '../account.ts';
import { notesBy } from '../audit.ts';
import { type Context, notify } from '../context.ts';
import { createChallenges } from './challenges.ts';
import { codeAddress, newCodeSecret, stepOfCode } from './one-time-code.ts';
import { creationOptions, type RelyingParty, verifyCreation } from './passkeys.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';

/** Who adds a factor, by a session or by a sign-in that waits for one. */
export interface Holder {
  account: Pick<Account, 'id' | 'email' | 'name'>;
  /** Of the session or the sign-in: it goes on, all others of the account end. */
  tokenHash: string;
  /** Network address. */
  from: string;
}

export type EnrolResult =
  /** `recoveryCodes`: of an account that had none, to be shown this once. */
  | { outcome: 'added'; recoveryCodes?: string[] }
  | { outcome: 'refused' | 'expired' | 'too-many' | 'not-possible' };

const NAME_MAX_CHARACTERS = 60;
/** Control characters would reach terminals and logs. */
export function passkeyName(typed: string): string {
  return typed.replace(/\p{C}/gu, ' ').trim().slice(0, NAME_MAX_CHARACTERS) || 'Passkey';
}

/** How an account comes to a second factor. */
export function createEnrolment(context: Context, forgetAccount: (accountId: string) => void) {
  const { store, clock, secrets } = context;
  const challenges = createChallenges(context);
  const note = notesBy(clock);
  const recovery = () => {
    const shown = newRecoveryCodes();
    return { shown, hashes: shown.flatMap((code) => recoveryHash(code) ?? []) };
  };

  async function added({ account }: Holder, shown: string[] | undefined): Promise<EnrolResult> {
    forgetAccount(account.id);
    await notify(context, 'factor-added', account);
    return { outcome: 'added', ...(shown && { recoveryCodes: shown }) };
  }

  return {
    /** Without a key for their secrets there are no codes. */
    canHaveCodes: secrets !== undefined,
    /** The secret for an app: the same one until it is confirmed or its time is over. `issuer`: what the app calls the site. */
    beginCodes: async ({ account, tokenHash }: Holder, issuer: string) => {
      if (secrets === undefined) return undefined;
      const encrypted = await challenges.find('set up codes', tokenHash);
      const known = encrypted && secrets.decrypt(account.id, encrypted);
      const secret = known ?? newCodeSecret();
      if (known === undefined)
        await challenges.set('set up codes', tokenHash, secrets.encrypt(account.id, secret));
      return { secret, address: codeAddress({ secret, issuer, account: account.email }) };
    },
    /** The first code that the app shows. Whoever calls this has counted the attempt. */
    confirmCodes: async (holder: Holder, code: string): Promise<EnrolResult> => {
      const { account, tokenHash, from } = holder;
      const encrypted = await challenges.find('set up codes', tokenHash);
      const secret = encrypted && secrets?.decrypt(account.id, encrypted);
      if (!encrypted || !secret) return { outcome: 'expired' };
      const step = stepOfCode(secret, code, clock());
      if (step === undefined) return { outcome: 'refused' };
      // Of two who confirm it at once, one does.
      if ((await challenges.take('set up codes', tokenHash)) !== encrypted) return { outcome: 'expired' };
      const { shown, hashes } = recovery();
      const codes = { secret: encrypted, lastStep: step, createdAt: clock() };
      const kept = await store.setCodes(
        account.id,
        codes,
        hashes,
        tokenHash,
        note('factor-added', { from, detail: 'one-time codes' }),
      );
      if (kept.outcome !== 'added') return { outcome: 'not-possible' };
      return added(holder, kept.recoveryKept ? shown : undefined);
    },
    passkeyOptions: async ({ account, tokenHash }: Holder, party: RelyingParty) => {
      const { passkeys } = await store.factorsOf(account.id);
      const options = await creationOptions(party, account, passkeys);
      await challenges.set('add passkey', tokenHash, options.challenge);
      return options;
    },
    addPasskey: async (
      holder: Holder,
      { answer, name }: { answer: unknown; name: string },
      party: RelyingParty,
    ): Promise<EnrolResult> => {
      const { account, tokenHash, from } = holder;
      const challenge = await challenges.take('add passkey', tokenHash);
      if (challenge === undefined) return { outcome: 'expired' };
      const verified = await verifyCreation(answer, challenge, party);
      if (verified === undefined) return { outcome: 'refused' };
      const { shown, hashes } = recovery();
      const own = { accountId: account.id, name: passkeyName(name), createdAt: clock(), lastUsedAt: null };
      const kept = await store.addPasskey(
        { ...verified, ...own },
        hashes,
        tokenHash,
        note('factor-added', { from, detail: 'passkey' }),
      );
      switch (kept.outcome) {
        case 'added':
          return added(holder, kept.recoveryKept ? shown : undefined);
        case 'taken':
          return { outcome: 'refused' };
        case 'too-many':
          return { outcome: 'too-many' };
        case 'unknown-account':
          return { outcome: 'not-possible' };
      }
    },
    /** In place of those before. */
    renewRecoveryCodes: async ({ account, from }: Holder): Promise<string[]> => {
      const { shown, hashes } = recovery();
      const made = note('recovery-codes-made', { from, detail: String(shown.length) });
      await store.setRecoveryCodes(account.id, hashes, made);
      return shown;
    },
  };
}

export type Enrolment = ReturnType<typeof createEnrolment>;
