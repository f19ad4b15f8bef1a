/**
 * The error codes that every server has, with their meanings, for the gate, sign-in, the API, search and publishing.
 * Features declare theirs in their folders. The server can't send any other code, and the OpenAPI document lists them
 * all. A code never changes its meaning. OAuth's own codes, such as `invalid_grant`, are defined by its standards.
 */
export const commonErrorCodes = {
  // Any address
  malformed: 'The request is invalid. The message names the part that is wrong.',
  'cross-site': 'The request came from another site.',
  'signed-out': 'You aren’t signed in, or the token is invalid or has expired.',
  forbidden: 'The caller isn’t allowed to do this.',
  'read-only': 'Personal tokens can only read. This needs a session.',
  'not-found': 'Not found, or not visible to the caller.',
  'method-not-allowed': 'The endpoint doesn’t support this method. `Allow` lists the ones it does.',
  'not-acceptable': 'The content types in `Accept` aren’t available.',
  'too-large': 'The request is too large.',
  'unsupported-media-type': 'The endpoint doesn’t accept this content type.',
  timeout: 'The request took too long to arrive.',
  'too-many-attempts': 'Too many attempts. `Retry-After` says how long to wait.',
  'too-many': 'The maximum number has been reached.',
  unavailable: 'The server can’t do this right now. Try again shortly.',
  internal: 'Something went wrong on the server. Its log has the cause.',

  // Signing in
  'wrong-credentials': 'The email, password or code is incorrect.',
  'wrong-passkey': 'The passkey doesn’t belong to this site, or wasn’t used in time.',
  'second-factor': 'The sign-in needs a second factor.',
  'second-factor-off': 'The account has a second factor, and this server doesn’t check second factors.',
  'step-up': 'Confirm who you are first, with `verify`.',

  // An identity provider
  'provider-unavailable': 'The identity provider isn’t responding.',
  'provider-refused': 'The identity provider rejected this site’s request.',
  'token-malformed': 'The identity token can’t be read.',
  'token-algorithm': 'The identity token uses a signing algorithm that isn’t accepted.',
  'token-forged': 'The signature of the identity token is invalid.',
  'token-key-unknown': 'The identity token is signed with a key that the provider hasn’t published.',
  'token-foreign': 'The identity token comes from another issuer, or is meant for another site.',
  'token-expired': 'The identity token has expired, or was used before.',
  'email-missing': 'The identity provider didn’t share the email.',
  'email-unverified': 'The email isn’t verified at the identity provider.',
  'not-allowed': 'The site’s rules don’t give this user access.',
  'account-disabled': 'The account is disabled.',
  'other-identity-mode': 'This site doesn’t support this sign-in method.',
  'sign-in-expired': 'The sign-in has expired. Start again.',
  'sign-in-repeated': 'The identity provider’s response was already used.',
  'sign-in-cancelled': 'The sign-in was cancelled at the identity provider.',
  'sign-in-needed': 'The identity provider needs the user to sign in, which a silent check doesn’t allow.',
  'state-mismatch': 'The identity provider’s response belongs to another sign-in.',

  // Accounts, factors, tokens
  invalid: 'A value is invalid. The message says which one and why.',
  'email-taken': 'Another account already uses this email.',
  'last-administrator': 'This is the last administrator who can sign in.',
  'has-password': 'The account already has a password.',
  'no-password': 'The account has no password, or is disabled.',
  'no-factor': 'The account has no second factor.',
  'factor-needed': 'The account is required to have a second factor.',
  'too-many-tokens': 'The maximum number of tokens has been reached.',

  // Releases and backups
  live: 'The release is already live.',
  unusable: 'The server can’t serve the release.',
  'built-otherwise': 'The release was built with another version of Gatehouse.',
  'drops-groups': 'The release drops groups that the request doesn’t name.',
  superseded: 'Another release was published in the meantime.',
  incomplete: 'Parts of the release are missing.',
  'no-room': 'The server’s disk is full.',
  'brings-renderers': 'The release contains code that renders pages, which this server doesn’t allow.',
  'widens-audiences': 'The release shows pages to more people, and the request doesn’t state how many pages.',
  'folder-read-only': 'The server can’t write to its releases folder.',
  underway: 'A backup or a publication is already running.',
} as const;

/**
 * Error codes of features. A feature adds its own:
 *
 * ```ts
 * declare module '../../model/api/error-codes.ts' {
 *   interface FeatureErrorCodes extends Record<keyof typeof errorCodes, string> {}
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureErrorCodes {}

export type ErrorCode = keyof typeof commonErrorCodes | keyof FeatureErrorCodes;
