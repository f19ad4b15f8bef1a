import { randomBytes } from 'node:crypto';
import { hashToken } from '../sessions/tokens.ts';
import { toBase32 } from './base32.ts';

const COUNT = 10;
/** 120 random bits, enough for a plain hash (ASVS 6.5.2): six groups of four letters and digits. */
const BYTES = 15;
const GROUPS = /.{4}/g;
const CODE = /^[a-z2-7]{24}$/;

/** Creates recovery codes. They are shown once; only their hashes are stored. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    (toBase32(randomBytes(BYTES)).toLowerCase().match(GROUPS) ?? []).join('-'),
  );
}

/** Returns the hash that is stored for a code, however it was typed, or `undefined` if it can't be a code. */
export function hashRecoveryCode(typedCode: string): string | undefined {
  const code = typedCode.replace(/[\s-]/g, '').toLowerCase();
  return CODE.test(code) ? hashToken(code) : undefined;
}
