import { hkdfSync } from 'node:crypto';
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';

/** Keeps something in the browser that the browser can neither read, nor change, nor keep for longer. */
export interface Seal {
  close(content: JWTPayload, lifetimeSeconds: number): Promise<string>;
  /** What was closed; `undefined` when it was not, or was changed, or its time is over. */
  open(sealed: string | undefined): Promise<JWTPayload | undefined>;
}

/**
 * The key comes from a secret of the configuration, so that every process and machine of the site has the same
 * one and it needs no place of its own. `purpose`: what was sealed for one thing opens for no other.
 */
export function createSeal(secret: string, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `lurana-docs ${purpose}`, 32));
  return {
    close: (content, lifetimeSeconds) =>
      new EncryptJWT(content)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(Date.now() / 1_000) + lifetimeSeconds)
        .encrypt(key),
    open: async (sealed) => {
      if (sealed === undefined) return undefined;
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
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
