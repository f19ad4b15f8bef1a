import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { PASSKEY_NAME_MAX_CHARACTERS } from '../../model/passkey-name.ts';
import type { Account } from '../account.ts';
import { createNoteWriter } from '../audit.ts';
import { type Context, notify } from '../context.ts';
import { createChallenges } from './challenges.ts';
import { buildOtpauthUrl, createCodeSecret, findCodeStep } from './one-time-code.ts';
import { createCreationOptions, type RelyingParty, verifyCreation } from './passkeys.ts';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

/** The user who adds a factor, in a session or in a sign-in that waits for one. */
export interface Holder {
  account: Pick<Account, 'id' | 'email' | 'name'>;
  /** Token hash of that session or sign-in. It stays; all others of the account end. */
  tokenHash: string;
  /** Network address. */
  from: string;
}

/** The secret of an authenticator app, and the `otpauth:` address that shows it as a QR code. */
export interface CodeSetUp {
  secret: string;
  address: string;
}

export type EnrolResult =
  /** `recoveryCodes`: new codes of an account that had none. They can't be shown again. */
  | { outcome: 'added'; recoveryCodes?: string[] }
  | { outcome: 'refused' | 'expired' | 'too-many' | 'not-possible' };

/** Control characters would reach terminals and logs. */
export function cleanPasskeyName(typedName: string): string {
  return typedName.replace(/\p{C}/gu, ' ').trim().slice(0, PASSKEY_NAME_MAX_CHARACTERS) || 'Passkey';
}

/** Adds second factors to accounts. */
export interface Enrolment {
  /** Whether one-time codes are available: they need a key to encrypt their secrets. */
  canHaveCodes: boolean;
  /**
   * Returns the secret for an authenticator app: the same one until it is confirmed or expires. `issuer` is the name of
   * the site in the app. Returns `undefined` if one-time codes aren't available.
   */
  beginCodes(holder: Holder, issuer: string): Promise<CodeSetUp | undefined>;
  /** Confirms the secret with the first code that the app shows. The caller must have counted the attempt. */
  confirmCodes(holder: Holder, code: string): Promise<EnrolResult>;
  /** Returns the challenge for creating a passkey. It replaces an earlier one of the same holder. */
  createPasskeyOptions(holder: Holder, party: RelyingParty): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Adds the passkey that the browser has created in answer to the last challenge. */
  addPasskey(
    holder: Holder,
    passkey: { answer: unknown; name: string },
    party: RelyingParty,
  ): Promise<EnrolResult>;
  /** Replaces the recovery codes of the account and returns the new ones. */
  renewRecoveryCodes(holder: Holder): Promise<string[]>;
}

/** Adds second factors to accounts. */
export function createEnrolment(context: Context, forgetAccount: (accountId: string) => void): Enrolment {
  const { store, clock, secrets } = context;
  const challenges = createChallenges(context);
  const note = createNoteWriter(clock);
  const createRecoveryCodes = () => {
    const plainCodes = generateRecoveryCodes();
    return { plainCodes, hashes: plainCodes.flatMap((code) => hashRecoveryCode(code) ?? []) };
  };

  async function finishAdding({ account }: Holder, plainCodes: string[] | undefined): Promise<EnrolResult> {
    forgetAccount(account.id);
    await notify(context, 'factor-added', account);
    return { outcome: 'added', ...(plainCodes && { recoveryCodes: plainCodes }) };
  }

  return {
    canHaveCodes: secrets !== undefined,
    beginCodes: async ({ account, tokenHash }, issuer) => {
      if (secrets === undefined) return undefined;
      const encryptedSecret = await challenges.find('set up codes', tokenHash);
      const pendingSecret = encryptedSecret && secrets.decrypt(account.id, encryptedSecret);
      const secret = pendingSecret ?? createCodeSecret();
      if (pendingSecret === undefined)
        await challenges.set('set up codes', tokenHash, secrets.encrypt(account.id, secret));
      return { secret, address: buildOtpauthUrl({ secret, issuer, account: account.email }) };
    },
    confirmCodes: async (holder, code) => {
      const { account, tokenHash, from } = holder;
      const encrypted = await challenges.find('set up codes', tokenHash);
      const secret = encrypted && secrets?.decrypt(account.id, encrypted);
      if (!encrypted || !secret) return { outcome: 'expired' };
      const step = findCodeStep(secret, code, clock());
      if (step === undefined) return { outcome: 'refused' };
      // Only one of two concurrent confirmations gets the challenge.
      if ((await challenges.take('set up codes', tokenHash)) !== encrypted) return { outcome: 'expired' };
      const { plainCodes, hashes } = createRecoveryCodes();
      const codes = { secret: encrypted, lastStep: step, createdAt: clock() };
      const isStored = await store.setCodes(
        account.id,
        codes,
        hashes,
        tokenHash,
        note('factor-added', { from, detail: 'one-time codes' }),
      );
      if (isStored.outcome !== 'added') return { outcome: 'not-possible' };
      return finishAdding(holder, isStored.recoveryKept ? plainCodes : undefined);
    },
    createPasskeyOptions: async ({ account, tokenHash }, party) => {
      const { passkeys } = await store.readFactors(account.id);
      const options = await createCreationOptions(party, account, passkeys);
      await challenges.set('add passkey', tokenHash, options.challenge);
      return options;
    },
    addPasskey: async (holder, { answer, name }, party) => {
      const { account, tokenHash, from } = holder;
      const challenge = await challenges.take('add passkey', tokenHash);
      if (challenge === undefined) return { outcome: 'expired' };
      const verification = await verifyCreation(answer, challenge, party);
      if (verification === undefined) return { outcome: 'refused' };
      const { plainCodes, hashes } = createRecoveryCodes();
      const details = {
        accountId: account.id,
        name: cleanPasskeyName(name),
        createdAt: clock(),
        lastUsedAt: null,
      };
      const isStored = await store.addPasskey(
        { ...verification, ...details },
        hashes,
        tokenHash,
        note('factor-added', { from, detail: 'passkey' }),
      );
      switch (isStored.outcome) {
        case 'added':
          return finishAdding(holder, isStored.recoveryKept ? plainCodes : undefined);
        case 'taken':
          return { outcome: 'refused' };
        case 'too-many':
          return { outcome: 'too-many' };
        case 'unknown-account':
          return { outcome: 'not-possible' };
      }
    },
    renewRecoveryCodes: async ({ account, from }) => {
      const { plainCodes, hashes } = createRecoveryCodes();
      const auditNote = note('recovery-codes-made', { from, detail: String(plainCodes.length) });
      await store.setRecoveryCodes(account.id, hashes, auditNote);
      return plainCodes;
    },
  };
}
