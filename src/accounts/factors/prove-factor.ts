import type { Account } from '../account.ts';
import { type Context, notify } from '../context.ts';
import type { Passkey } from '../store/passkey-store.ts';
import { findCodeStep } from './one-time-code.ts';
import { parsePasskeyAnswer, type RelyingParty, verifyRequest } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

/** Proof of a second factor: a one-time or recovery code, or the signed answer of an authenticator. */
type Proof =
  | { by: 'code'; code: string }
  | { by: 'passkey'; answer: unknown; challenge: string | undefined; party: RelyingParty | undefined };

/** Input of a user: a one-time or recovery code, or the answer of an authenticator. */
export type FactorInput = { code: string } | { passkey: unknown; party: RelyingParty | undefined };

type ProofResult = { outcome: 'proved' } | { outcome: 'refused'; reason: string };

/** `challenge`: takes the last challenge that was sent to this browser. */
export async function readProof(
  input: FactorInput,
  challenge: () => Promise<string | undefined>,
): Promise<Proof> {
  if ('code' in input) return { by: 'code', code: input.code };
  return { by: 'passkey', answer: input.passkey, challenge: await challenge(), party: input.party };
}

const refuse = (reason: string): ProofResult => ({ outcome: 'refused', reason });

/** Checks the proof of a factor of this account. A proof works once. The caller must have counted the attempt. */
export async function proveFactor(
  context: Context,
  { id, email }: Pick<Account, 'id' | 'email'>,
  proof: Proof,
  from: string,
): Promise<ProofResult> {
  const { store, clock, secrets, logger } = context;
  const now = clock();
  if (proof.by === 'passkey') {
    const answer = parsePasskeyAnswer(proof.answer);
    const passkey = answer && (await store.findPasskeyById(answer.id));
    if (passkey?.accountId !== id) return refuse('unknown passkey');
    return provePasskey(context, passkey, proof);
  }
  const recovery = hashRecoveryCode(proof.code);
  if (recovery !== undefined) {
    const isSpent = await store.spendRecoveryCode(id, recovery, {
      at: now,
      event: 'recovery-code-used',
      from,
    });
    if (!isSpent) return refuse('wrong recovery code');
    await notify(context, 'recovery-code-used', { id, email }, { address: from });
    return { outcome: 'proved' };
  }
  const { codes } = await store.readFactors(id);
  if (codes === undefined) return refuse('no one-time codes');
  const secret = secrets?.decrypt(id, codes.secret);
  if (secret === undefined) {
    logger.error(
      { account: id },
      "Can't check one-time codes: their secret was encrypted with another key. Restore the previous SECRET_KEY or secret.key file.",
    );
    return refuse("secret can't be read");
  }
  const step = findCodeStep(secret, proof.code, now);
  if (step === undefined) return refuse('wrong one-time code');
  return (await store.spendCode(id, step)) ? { outcome: 'proved' } : refuse('one-time code used before');
}

/** Checks the answer of an authenticator, and that its counter has increased. Records the use. */
export async function provePasskey(
  { store, clock }: Context,
  passkey: Passkey,
  { answer, challenge, party }: Extract<Proof, { by: 'passkey' }>,
): Promise<ProofResult> {
  if (challenge === undefined || party === undefined) return refuse('passkey without a challenge');
  const verification = await verifyRequest(answer, challenge, party, passkey);
  if (verification === undefined) return refuse('wrong passkey');
  const isSpent = await store.countPasskeyUse(passkey.id, verification.counter, clock());
  return isSpent ? { outcome: 'proved' } : refuse('copied passkey');
}
