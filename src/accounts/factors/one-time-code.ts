import { createHmac, randomBytes } from 'node:crypto';
import { decodeBase32, toBase32 } from './base32.ts';

/** RFC 6238 with the defaults of every app: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Accepts one step before and after, because phones' clocks are inaccurate and typing takes time. */
const STEPS_AROUND = [-1, 0, 1];
/** The secret is as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** Creates a random secret in base32, the encoding that apps use. */
export function createCodeSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** Returns the time step of a code, or `undefined` if the code isn't valid around now. */
export function findCodeStep(secret: string, typedCode: string, now: number): number | undefined {
  const code = typedCode.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  // Computes every step, so that the duration reveals nothing.
  const steps = STEPS_AROUND.map((around) => current + around).filter(
    (step) => computeCode(secret, step) === code,
  );
  return steps.at(-1);
}

/** Builds the URL that an app reads from the QR code. */
export function buildOtpauthUrl(values: Record<'secret' | 'issuer' | 'account', string>): string {
  // `URLSearchParams` would write spaces as `+`, which some apps show literally.
  const [site, owner] = [encodeURIComponent(values.issuer), encodeURIComponent(values.account)];
  return `otpauth://totp/${site}:${owner}?secret=${values.secret}&issuer=${site}`;
}

/** Computes the code of a time step (RFC 4226, 5.3). */
function computeCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}
