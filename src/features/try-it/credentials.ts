import { useSyncExternalStore } from 'react';
import type { Secret } from './fill-request.ts';

type Secrets = Readonly<Record<string, Secret>>;

const noSecrets: Secrets = {};
/**
 * Credentials that the reader entered, by origin and by the name of the security scheme. They stay in the memory of this
 * page: in no storage, in no URL, and gone with the next load of the page.
 */
const secretsByOrigin = new Map<string, Secrets>();
const listeners = new Set<() => void>();

/** The reader's credentials for an origin, shared by all parts of the page. */
export function useSecrets(origin: string): Secrets {
  return useSyncExternalStore(
    subscribe,
    () => secretsByOrigin.get(origin) ?? noSecrets,
    () => noSecrets,
  );
}

export function setSecret(origin: string, name: string, part: Partial<Secret>): void {
  const secrets = secretsByOrigin.get(origin) ?? noSecrets;
  const secret = { user: '', secret: '', ...secrets[name], ...part };
  secretsByOrigin.set(origin, { ...secrets, [name]: secret });
  for (const listener of listeners) listener();
}

export function forgetSecrets(origin: string): void {
  secretsByOrigin.delete(origin);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
