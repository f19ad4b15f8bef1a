import { afterEach, beforeEach, expect } from 'vitest';
import { signInFaults } from '../../src/accounts/providers/faults.ts';
import { english as texts } from '../../src/config/texts.ts';
import { firebaseFaults } from '../../src/features/firebase/firebase-faults.ts';
import { createFirebaseProvider } from '../../src/features/firebase/firebase-provider.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import {
  createGoodClaims,
  projectId,
  sign,
  startTokenService,
  type TokenService,
} from '../../testing/token-service.ts';

/** Every reason for refusing a user of this provider. */
const faults = { ...signInFaults, ...firebaseFaults };
export const baseUrl = 'https://docs.example';

export let service: TokenService;
export let server: TestServer;
/** Milliseconds by which the site's clock is ahead. */
export const later = { ms: 0 };
/**
 * Starts a site for each test, which accepts tokens of a simulated service. The test controls the service's
 * signatures, keys and answers.
 */
export function startTokenServiceForEachTest(): void {
  beforeEach(async () => {
    later.ms = 0;
    service = await startTokenService();
    const mode = createFirebaseProvider({
      projectId,
      apiKey: 'AIza-key',
      authDomain: `${projectId}.firebaseapp.com`,
      signInProviders: ['password', 'google'],
      baseUrl,
      rules: { domains: ['example.com'], adminClaim: { name: 'docs', values: ['administrator'] } },
      keys: service.keys,
      lookup: service.lookup,
      renew: service.renew,
    });
    server = await startServer({
      empty: true,
      environment: { BASE_URL: baseUrl },
      identityProvider: mode,
      clock: () => Date.now() + later.ms,
    });
  });
  afterEach(async () => {
    await server.close();
    await service.close();
  });
}

export const signIn = (payload: object) =>
  server.app.inject({ method: 'POST', url: '/auth/sign-in', payload, headers: { host: 'docs.example' } });
export const handOver = (idToken: unknown) => signIn({ idToken });
export const signGoodToken = (changes: Record<string, unknown> = {}) =>
  sign({ ...createGoodClaims(), ...changes }, service.key);

/** Expects the code with its status, and neither a session nor an account. */
export async function expectRefused(
  response: Awaited<ReturnType<typeof signIn>>,
  code: keyof typeof faults,
): Promise<void> {
  expect(response.json()).toEqual({ error: { code, message: texts[faults[code].text] } });
  expect(response.statusCode).toBe(faults[code].status);
  expect(response.headers).not.toHaveProperty('set-cookie');
  expect(await server.identity.accounts.count()).toBe(0);
}
