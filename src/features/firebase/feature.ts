import { defineFeature } from '../feature.ts';

const errorCodes = {
  'token-revoked': 'The provider has revoked the identity token.',
  'keys-unavailable': 'The identity provider’s keys can’t be fetched.',
} as const;

declare module '../../model/api/error-codes.ts' {
  interface FeatureErrorCodes extends Record<keyof typeof errorCodes, string> {}
}

/** Sign-in by Firebase Authentication. */
export const firebase = defineFeature({
  name: 'firebase',
  identityProviders: [
    {
      name: 'firebase',
      async open(environment) {
        const { openFirebaseProvider } = await import('./firebase-provider.ts');
        return openFirebaseProvider(environment);
      },
    },
  ],
  errorCodes,
});
