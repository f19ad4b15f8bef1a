import { createEncryptedCookie } from '../encrypted-cookie.ts';

/**
 * A refresh token is useful to a thief, so it is encrypted with the session's token, of which the store has only the
 * hash. It can be decrypted only during a request of its user.
 */
const createCipher = (token: string) => createEncryptedCookie(token, 'provider renewal');

/** Encrypts a provider's refresh token, so that only requests of this session can use it for `forMs`. */
export function encryptRenewal(token: string, renewal: string, forMs: number): Promise<string> {
  return createCipher(token).encrypt({ renewal }, Math.ceil(forMs / 1_000));
}

/** Returns `undefined` if it belongs to another session or has expired. */
export async function decryptRenewal(token: string, encrypted: string): Promise<string | undefined> {
  const renewal = (await createCipher(token).decrypt(encrypted))?.renewal;
  return typeof renewal === 'string' ? renewal : undefined;
}
