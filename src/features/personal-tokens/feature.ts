import type { TextsOf } from '../../config/feature-messages.ts';
import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { defineFeature } from '../feature.ts';
import type en from './messages/en.json';
import type { personalTokenEndpoints } from './token-endpoints.ts';

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof personalTokenEndpoints> {}
}

/** Readers create tokens on the account page, with which their own programs and assistants read as them. */
export const personalTokens = defineFeature({
  name: 'personal-tokens',
  messages: new URL('./messages/', import.meta.url),
  endpoints: async () => (await import('./token-endpoints.ts')).personalTokenEndpoints,
  grantsTokens: true,
  parts: { 'account-tokens': new URL('./token-creation.tsx', import.meta.url) },
  async start(context) {
    const { startPersonalTokens } = await import('./token-routes.ts');
    startPersonalTokens(context);
    return undefined;
  },
});
