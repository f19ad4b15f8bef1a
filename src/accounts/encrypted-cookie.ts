import { hkdfSync } from 'node:crypto';
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';

/**
 * Keeps something in the browser that the browser can neither read, nor change, nor keep for longer.
 *
 * The key comes from a secret of the configuration, so that every process and machine of the site has the same one and
 * it is kept nowhere else. `purpose`: what was encrypted for one thing opens for no other.
 */
export function createEncryptedCookie(secret: string, purpose: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `gatehouse ${purpose}`, 32));
  return {
    encrypt: (content: JWTPayload, lifetimeSeconds: number): Promise<string> =>
      new EncryptJWT(content)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(Date.now() / 1_000) + lifetimeSeconds)
        .encrypt(key),
    /** What was encrypted; `undefined` when it was not, or was changed, or its time is over. */
    decrypt: async (value: string | undefined): Promise<JWTPayload | undefined> => {
      if (value === undefined) return undefined;
      try {
        const { payload } = await jwtDecrypt(value, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        });
        return payload;
      } catch {
        // Whatever is wrong with it, it is not ours to use.
        return undefined;
      }
    },
  };
}
