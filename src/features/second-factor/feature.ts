import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { PASSKEY_OPTIONS_URL, SECOND_FACTOR_PATH } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import type { factorEndpoints } from './factor-endpoints.ts';

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof factorEndpoints> {}
}

const signIn = { access: 'public', kind: 'sign-in' } as const;

/** Passkeys, authenticator apps and recovery codes, and signing in with them after the password. */
export const secondFactor = defineFeature({
  name: 'second-factor',
  routes: [
    { method: 'GET', path: SECOND_FACTOR_PATH, ...signIn },
    { method: 'POST', path: SECOND_FACTOR_PATH, ...signIn, signsIn: true },
    { method: 'POST', path: PASSKEY_OPTIONS_URL, ...signIn },
  ],
  endpoints: async () => (await import('./factor-endpoints.ts')).factorEndpoints,
  parts: { 'account-sign-in': new URL('./account-factors.tsx', import.meta.url) },
  async start(context) {
    const [{ answerSignInPage, goToSecondFactor }, { answerFactorEndpoints }] = await Promise.all([
      import('./sign-in-page.ts'),
      import('./factor-routes.ts'),
    ]);
    context.continueSignIns(goToSecondFactor);
    answerSignInPage(context.app, context);
    answerFactorEndpoints(context);
    return undefined;
  },
});
