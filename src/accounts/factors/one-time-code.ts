import { createHmac, randomBytes } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

/** RFC 6238 as every app has it by default: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of phones are off, and typing takes time: one step before and after. */
const STEPS_AROUND = [-1, 0, 1];
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20;

/** In base32, as apps take it. */
export function newCodeSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The step that the code is of; `undefined` when it is of none around now. */
export function stepOfCode(secret: string, typed: string, now: number): number | undefined {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  // All of them, whichever it is: how long it takes says nothing.
  const steps = STEPS_AROUND.map((around) => current + around).filter(
    (step) => codeOfStep(secret, step) === code,
  );
  return steps.at(-1);
}

/** What an app reads out of the QR code. */
export function codeAddress(of: Record<'secret' | 'issuer' | 'account', string>): string {
  // Not by URLSearchParams: some apps show its `+` as it is.
  const [site, owner] = [encodeURIComponent(of.issuer), encodeURIComponent(of.account)];
  return `otpauth://totp/${site}:${owner}?secret=${of.secret}&issuer=${site}`;
}

/** RFC 4226, 5.3. */
function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}
