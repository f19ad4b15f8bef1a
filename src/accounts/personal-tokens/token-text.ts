import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Secret scanners recognize leaked tokens by this prefix. */
export const TOKEN_PREFIX = 'gatehouse_';
/** Prefix of deploy tokens. Personal tokens never contain an underscore after `TOKEN_PREFIX`. */
export const DEPLOY_TOKEN_PREFIX = `${TOKEN_PREFIX}deploy_`;
const RANDOM_BYTES = 32;
/** Length of 32 bytes in base 62. */
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;

const random = new RegExp(`^[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/**
 * A token consists of its prefix, 256 random bits and a checksum, in letters and digits, so that a double click selects
 * all of it. The checksum lets scanners recognize real tokens, and lets us reject others without reading the store.
 */
export const createPersonalTokenText = () => createTokenText(TOKEN_PREFIX);
export const createDeployToken = () => createTokenText(DEPLOY_TOKEN_PREFIX);
export const isPersonalToken = (text: string) => isToken(text, TOKEN_PREFIX);
export const isDeployToken = (text: string) => isToken(text, DEPLOY_TOKEN_PREFIX);

function createTokenText(prefix: string): string {
  const number = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const text = prefix + toBase62(number, RANDOM_CHARACTERS);
  return text + computeChecksum(text);
}

function isToken(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || !random.test(text.slice(prefix.length))) return false;
  return computeChecksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

function computeChecksum(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function toBase62(number: bigint, length: number): string {
  let text = '';
  for (let remainder = number; text.length < length; remainder /= 62n)
    text = digits.charAt(Number(remainder % 62n)) + text;
  return text;
}
