/**
 * Pages for visitors that the build makes, with slots such as `{{next}}` that the server fills in per request. The
 * login page has the `values` of its identity provider, and like all pages: `next` (where the reader wanted to go;
 * `encodedNext` as a URL parameter), `error`, `notice` (another message) and `email` (what was typed).
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

// `Object.keys` returns `string[]`, although the keys are known.
export const templateNames = Object.keys(templates) as TemplateName[];

/**
 * The slot in a built page where the server inserts HTML per request. No text of a page can become a comment like this.
 */
export function writeHtmlSlot(name: string): string {
  return `<!--slot:${name}-->`;
}

/** Slot of the search page for all its content. */
export const SEARCH_RESULTS_SLOT = 'search-results';
