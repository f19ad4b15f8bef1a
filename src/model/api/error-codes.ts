/**
 * Every code that an error answer can have, by what it means: those of the gate, the sign-in, the API, search and
 * publishing. The server can send no other, and the OpenAPI document lists them. A code never changes its meaning.
 * OAuth's own codes (`invalid_grant`) belong to its standards.
 */
export const errorCodes = {
  // Any address
  malformed: 'The request doesn’t fit; the message names what of it.',
  'cross-site': 'Another site sent the request.',
  'signed-out': 'There is no session, or the token is invalid or has expired.',
  forbidden: 'This caller may not do this, whoever they are.',
  'read-only': 'A personal token only reads; this needs a session.',
  'not-found': 'There is nothing at this address, or nothing for this caller.',
  'method-not-allowed': 'The address doesn’t take this method; `Allow` names those that it takes.',
  'not-acceptable': 'No type of content that the request accepts can be given.',
  'too-large': 'The request is too large.',
  'unsupported-media-type': 'The address doesn’t take this kind of content.',
  timeout: 'The request took too long to arrive.',
  'too-many-attempts': 'Too many attempts; `Retry-After` says how long to wait.',
  'too-many': 'There are too many of these already.',
  unavailable: 'The server can’t do this now. Try again shortly.',
  internal: 'Something went wrong on the server; its log has the cause.',

  // Signing in
  'wrong-credentials': 'E-mail, password or code isn’t correct.',
  'wrong-passkey': 'The passkey isn’t one of this site, or wasn’t used in time.',
  'second-factor': 'The sign-in waits for its second factor.',
  'step-up': 'Prove who you are first: `verify`.',

  // An identity provider
  'provider-unavailable': 'The identity provider doesn’t answer.',
  'provider-refused': 'The identity provider refuses this site.',
  'token-malformed': 'The identity token can’t be read.',
  'token-algorithm': 'The identity token is signed in a way that isn’t accepted.',
  'token-forged': 'The signature of the identity token is wrong.',
  'token-key-unknown': 'The identity token is signed with a key that the provider doesn’t publish.',
  'token-foreign': 'The identity token is from another issuer, or for another site.',
  'token-expired': 'The identity token has expired, or was used before.',
  'token-revoked': 'The provider has revoked the identity token.',
  'keys-unavailable': 'The keys of the identity provider can’t be fetched.',
  'email-missing': 'The provider doesn’t tell the e-mail.',
  'email-unverified': 'The provider hasn’t confirmed the e-mail.',
  'not-allowed': 'The site’s rules don’t let this person read.',
  'account-disabled': 'The account is disabled.',
  'other-identity-mode': 'This site signs people in another way.',
  'sign-in-expired': 'The sign-in took too long: start again.',
  'sign-in-repeated': 'The answer of the provider was used before.',
  'sign-in-cancelled': 'The sign-in was cancelled at the provider.',
  'sign-in-needed': 'The provider has to ask the reader, and wasn’t allowed to.',
  'state-mismatch': 'The answer of the provider belongs to another sign-in.',
  'nonce-mismatch': 'The identity token belongs to another sign-in.',
  'issuer-mismatch': 'The answer is from another provider.',
  'code-refused': 'The provider refuses the code that it gave.',

  // Accounts, factors, tokens
  invalid: 'A value can’t be; the message says which, and why.',
  'email-taken': 'Another account has this e-mail.',
  'last-administrator': 'This is the last administrator who can sign in.',
  'has-password': 'The account has a password and needs no invitation.',
  'no-password': 'The account has no password, or is disabled.',
  'no-factor': 'The account has no second factor.',
  'factor-needed': 'The account must have a second factor.',
  'too-many-tokens': 'There are as many tokens as there may be.',

  // Releases and backups
  live: 'The release is served already.',
  unusable: 'The server can’t serve the release.',
  'built-otherwise': 'The release was built by another version.',
  'drops-groups': 'The release drops groups without naming them.',
  superseded: 'Another release was published meanwhile.',
  incomplete: 'Parts of the release are missing.',
  'no-room': 'The disk of the server has no space for it.',
  'brings-renderers': "The release brings code that renders pages, which this server doesn't allow.",
  'widens-audiences': 'The release shows pages to more people without saying how many.',
  'folder-read-only': "The server can't write to its folder of releases.",
  underway: 'A backup or a publication is under way.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

// `Object.keys` forgets that the keys are these.
export const errorCodeList = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];
