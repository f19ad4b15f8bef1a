import type { TextsOf } from '../../config/feature-messages.ts';
import { defineFeature } from '../feature.ts';
import type en from './messages/en.json';
import { OIDC_CALLBACK_PATH, OIDC_LOGOUT_PATH, OIDC_START_PATH } from './oidc-paths.ts';

const errorCodes = {
  'nonce-mismatch': 'The identity token belongs to another sign-in.',
  'issuer-mismatch': 'The response comes from another identity provider.',
  'code-refused': 'The identity provider rejected the authorization code.',
} as const;

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../model/api/error-codes.ts' {
  interface FeatureErrorCodes extends Record<keyof typeof errorCodes, string> {}
}

const signIn = { access: 'public', kind: 'sign-in' } as const;

/** Sign-in at any OpenID Connect provider. */
export const oidc = defineFeature({
  name: 'oidc',
  identityProviders: [
    {
      name: 'oidc',
      async open(environment) {
        const { openOidcProvider } = await import('./oidc-provider.ts');
        return openOidcProvider(environment);
      },
    },
  ],
  messages: new URL('./messages/', import.meta.url),
  errorCodes,
  // Registered only if the site signs in through such a provider.
  routes: [
    { method: 'GET', path: OIDC_START_PATH, ...signIn, noHead: true },
    { method: 'GET', path: OIDC_CALLBACK_PATH, ...signIn, noHead: true, signsIn: true },
    { method: 'POST', path: OIDC_LOGOUT_PATH, ...signIn },
  ],
  async examine(environment, { texts }) {
    if (environment.IDENTITY !== 'oidc') return [];
    const { checkProvider } = await import('./check-provider.ts');
    return checkProvider(environment, texts);
  },
  async start(context) {
    const { startBackChannelLogout } = await import('./back-channel-logout.ts');
    startBackChannelLogout(context);
    return undefined;
  },
});
