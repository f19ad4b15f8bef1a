import { hash } from 'node:crypto';

/** Hashes content as the manifest does: the first 22 characters of the SHA-256 in base64url. */
export function hashContent(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}
