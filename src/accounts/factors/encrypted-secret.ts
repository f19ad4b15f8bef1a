import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the secrets of one-time codes, which can't be stored as hashes because codes are computed from them. The
 * database is useless without the key. Uses AES-256-GCM, bound to the account, so that a row moved to another account
 * can't be decrypted.
 */
export interface SecretCipher {
  encrypt(accountId: string, text: string): string;
  /** Returns `undefined` if the secret was encrypted with another key or for another account. */
  decrypt(accountId: string, encrypted: string): string | undefined;
}

export function createSecretCipher(key: SecretKey): SecretCipher {
  const deriveKey = (secret: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse one-time codes', 32));
  return {
    encrypt: (accountId, text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(key.create()), nonce).setAAD(
        Buffer.from(accountId),
      );
      const encrypted = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(encrypted).toString('base64url');
    },
    decrypt: (accountId, encrypted) => {
      const secret = key.read();
      if (secret === undefined) return undefined;
      const bytes = Buffer.from(encrypted, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), bytes.subarray(0, NONCE_BYTES));
        decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
