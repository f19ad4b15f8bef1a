import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Creates a token of 32 random bytes: 43 characters in base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a token. Others are rejected before any work is done for them. */
export function looksLikeToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** Returns the hash that is stored for a token: SHA-256, hex. Its 256 random bits make a slow hash unnecessary. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Derives the public id of a session or token for lists: a hash of the hash that the store contains. */
export function derivePublicId(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 16);
}
