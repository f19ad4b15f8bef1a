import type { Account } from '../account.ts';
import { type Context, notify } from '../context.ts';
import type { Passkey } from '../store/passkey-store.ts';
import { stepOfCode } from './one-time-code.ts';
import { passkeyAnswer, type RelyingParty, verifyRequest } from './passkeys.ts';
import { recoveryHash } from './recovery-codes.ts';

/** What somebody shows: a code of their app or of their list, or what their authenticator has signed. */
type Proof =
  | { by: 'code'; code: string }
  | { by: 'passkey'; answer: unknown; challenge: string | undefined; party: RelyingParty | undefined };

/** What a person gives: the code of an app or a recovery code, or what their authenticator says. */
export type GivenFactor = { code: string } | { passkey: unknown; party: RelyingParty | undefined };

type Proved = { outcome: 'proved' } | { outcome: 'refused'; reason: string };

/** `challenge`: what this browser was asked for last, once. */
export async function proofOf(
  given: GivenFactor,
  challenge: () => Promise<string | undefined>,
): Promise<Proof> {
  if ('code' in given) return { by: 'code', code: given.code };
  return { by: 'passkey', answer: given.passkey, challenge: await challenge(), party: given.party };
}

const refused = (reason: string): Proved => ({ outcome: 'refused', reason });

/** Whether it is a factor of this account. What it shows works once; whoever calls this has counted the attempt. */
export async function proveFactor(
  context: Context,
  { id, email }: Pick<Account, 'id' | 'email'>,
  proof: Proof,
  from: string,
): Promise<Proved> {
  const { store, clock, secrets, logger } = context;
  const now = clock();
  if (proof.by === 'passkey') {
    const answer = passkeyAnswer(proof.answer);
    const passkey = answer && (await store.passkeyById(answer.id));
    if (passkey?.accountId !== id) return refused('unknown passkey');
    return provePasskey(context, passkey, proof);
  }
  const recovery = recoveryHash(proof.code);
  if (recovery !== undefined) {
    const used = await store.spendRecoveryCode(id, recovery, { at: now, event: 'recovery-code-used', from });
    if (!used) return refused('wrong recovery code');
    await notify(context, 'recovery-code-used', { id, email }, { address: from });
    return { outcome: 'proved' };
  }
  const { codes } = await store.factorsOf(id);
  if (codes === undefined) return refused('no one-time codes');
  const secret = secrets?.decrypt(id, codes.secret);
  if (secret === undefined) {
    logger.error(
      { account: id },
      'One-time codes cannot be checked: the key of their secret is another one.',
    );
    return refused('secret cannot be read');
  }
  const step = stepOfCode(secret, proof.code, now);
  if (step === undefined) return refused('wrong one-time code');
  return (await store.spendCode(id, step)) ? { outcome: 'proved' } : refused('one-time code used before');
}

export async function provePasskey(
  { store, clock }: Context,
  passkey: Passkey,
  { answer, challenge, party }: Extract<Proof, { by: 'passkey' }>,
): Promise<Proved> {
  if (challenge === undefined || party === undefined) return refused('passkey without a challenge');
  const verified = await verifyRequest(answer, challenge, party, passkey);
  if (verified === undefined) return refused('wrong passkey');
  const used = await store.countPasskeyUse(passkey.id, verified.counter, clock());
  return used ? { outcome: 'proved' } : refused('copied passkey');
}
