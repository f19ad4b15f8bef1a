import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes, base64url: 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What no token can look like is turned away before any work is done for it. */
export function looksLikeToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** SHA-256, hex: what is kept of a token. Its 256 random bits make a slow hash needless. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** The store knows a session, or a token of whatever kind, by the hash of its text; lists know it by a hash of that. */
export function idOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 16);
}
