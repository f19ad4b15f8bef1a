import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Scanners of source code know a leaked token by it. */
export const TOKEN_PREFIX = 'gatehouse_';
/** Of what publishes: no personal token looks like it. */
export const DEPLOY_TOKEN_PREFIX = `${TOKEN_PREFIX}deploy_`;
const RANDOM_BYTES = 32;
/** Of so many bytes in base 62. */
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;

const random = new RegExp(`^[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/**
 * The prefix, 256 random bits, and a checksum: letters and digits only, so that a double click selects all of it. The
 * checksum tells scanners a token from what looks like one, and spares the store what is none.
 */
export const newPersonalToken = () => newToken(TOKEN_PREFIX);
export const newDeployToken = () => newToken(DEPLOY_TOKEN_PREFIX);
export const isPersonalToken = (text: string) => isToken(text, TOKEN_PREFIX);
export const isDeployToken = (text: string) => isToken(text, DEPLOY_TOKEN_PREFIX);

function newToken(prefix: string): string {
  const number = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const text = prefix + inBase62(number, RANDOM_CHARACTERS);
  return text + checksum(text);
}

function isToken(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || !random.test(text.slice(prefix.length))) return false;
  return checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

function checksum(text: string): string {
  return inBase62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function inBase62(number: bigint, length: number): string {
  let text = '';
  for (let left = number; text.length < length; left /= 62n) text = digits.charAt(Number(left % 62n)) + text;
  return text;
}
