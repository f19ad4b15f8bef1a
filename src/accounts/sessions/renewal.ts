import { createEncryptedCookie } from '../encrypted-cookie.ts';

/**
 * What a provider is asked again with is of use to whoever has it, so it is kept under the session's own token, of
 * which the store has only the hash: it can be read while its reader is here, and not otherwise.
 */
const under = (token: string) => createEncryptedCookie(token, 'provider renewal');

export function encryptRenewal(token: string, renewal: string, forMs: number): Promise<string> {
  return under(token).encrypt({ renewal }, Math.ceil(forMs / 1_000));
}

/** `undefined`: it is not of this session, or older than it was to be. */
export async function decryptRenewal(token: string, kept: string): Promise<string | undefined> {
  const renewal = (await under(token).decrypt(kept))?.renewal;
  return typeof renewal === 'string' ? renewal : undefined;
}
