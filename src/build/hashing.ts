import { hash } from 'node:crypto';

/** SHA-256, base64url, first 22 characters (132 bits): entity tags and cache keys. */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** The same for file names, where case may not matter: 16 hex characters. */
export function nameHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 16);
}
