/**
 * The visitor's pages that the build makes, each with the texts that the server fills in for a request, written
 * `{{next}}`. Those of the login page are what the identity provider's `values` tell, and these of every one: `next`,
 * where the reader wanted to go (`encodedNext` as a parameter of an address), `error`, what went wrong, `notice`, what
 * happened besides, `email`, what was typed.
 */
export const templates = {
  login: ['next', 'encodedNext', 'error', 'notice', 'email', 'passkeys'],
  'login-oidc': ['start', 'error', 'notice'],
  'login-firebase': ['next', 'error', 'notice', 'apiKey', 'authDomain', 'projectId', 'emulator', 'providers'],
  invite: ['token', 'next', 'encodedNext', 'error', 'email', 'name'],
  reset: ['token', 'next', 'encodedNext', 'error', 'email', 'name'],
  'confirm-email': ['token', 'email', 'name'],
  'confirm-email-answer': ['message'],
  consent: ['uid', 'error', 'client', 'host', 'returns', 'email', 'until', 'password', 'signOut'],
  'consent-answer': ['message'],
  forgotten: ['next', 'encodedNext', 'error', 'email'],
  'forgotten-answer': ['message'],
  'second-factor': ['next', 'encodedNext', 'error', 'codes', 'passkeys'],
  'second-factor-set-up': ['next', 'encodedNext', 'error', 'codes', 'passkeys', 'secret', 'picture'],
  'recovery-codes': ['codes', 'next'],
  setup: ['token', 'error', 'email', 'name'],
} as const satisfies Record<string, readonly string[]>;

export type TemplateName = keyof typeof templates;
export type LoginTemplate = Extract<TemplateName, `login${string}`>;

// The keys are these names: `Object.keys` forgets that.
export const templateNames = Object.keys(templates) as TemplateName[];

/** In a page of the build: where the server puts HTML that is made for a request. No text becomes a comment. */
export function htmlSlot(name: string): string {
  return `<!--slot:${name}-->`;
}

/** On the page of search results: all of it. */
export const SEARCH_RESULTS_SLOT = 'search-results';
