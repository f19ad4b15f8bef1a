import { hkdfSync } from 'node:crypto';
import type { JWTPayload } from 'jose';

/** Loads the library, which most servers never need, on first use. */
const loadJose = () => import('jose');

/**
 * Encrypts data for a cookie, so that the browser can't read, change or extend it.
 *
 * The key is derived from a secret of the configuration, so all processes and machines of the site have the same one
 * without storing it. Data encrypted for one `purpose` can't be decrypted for another.
 */
export function createEncryptedCookie(secret: string, purpose: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `gatehouse ${purpose}`, 32));
  return {
    encrypt: async (content: JWTPayload, lifetimeSeconds: number): Promise<string> => {
      const { EncryptJWT } = await loadJose();
      return new EncryptJWT(content)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(Date.now() / 1_000) + lifetimeSeconds)
        .encrypt(key);
    },
    /** Returns the data, or `undefined` if it is missing, was changed or has expired. */
    decrypt: async (value: string | undefined): Promise<JWTPayload | undefined> => {
      if (value === undefined) return undefined;
      const { jwtDecrypt } = await loadJose();
      try {
        const { payload } = await jwtDecrypt(value, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        });
        return payload;
      } catch {
        // Any failure means that the data can't be trusted.
        return undefined;
      }
    },
  };
}
