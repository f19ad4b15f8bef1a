import { randomBytes } from 'node:crypto';
import { hashToken } from '../sessions/tokens.ts';
import { toBase32 } from './base32.ts';

const COUNT = 10;
/** 120 random bits, so that a plain hash keeps them (ASVS 6.5.2): six groups of four letters and digits. */
const BYTES = 15;
const GROUPS = /.{4}/g;
const CODE = /^[a-z2-7]{24}$/;

/** To be shown once; of them only hashes are kept. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    (toBase32(randomBytes(BYTES)).toLowerCase().match(GROUPS) ?? []).join('-'),
  );
}

/** What is kept of a code, however it was typed; `undefined` for what can be none. */
export function recoveryHash(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  return CODE.test(code) ? hashToken(code) : undefined;
}
