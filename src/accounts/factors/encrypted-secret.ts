import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets that cannot be kept as hashes, since codes are made of them. Who has the database and not the key has
 * nothing. AES-256-GCM; bound to its account, so that a row moved to another one opens nothing there.
 */
export function createSecretCipher(key: SecretKey) {
  const derived = (secret: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse one-time codes', 32));
  return {
    encrypt: (accountId: string, text: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derived(key.create()), nonce).setAAD(
        Buffer.from(accountId),
      );
      const encrypted = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(encrypted).toString('base64url');
    },
    /** `undefined` under another key than the one it was encrypted with. */
    decrypt: (accountId: string, encrypted: string): string | undefined => {
      const secret = key.read();
      if (secret === undefined) return undefined;
      const bytes = Buffer.from(encrypted, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', derived(secret), bytes.subarray(0, NONCE_BYTES));
        decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
