import type { ClaimRule } from '../../config/claim-rule.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { normaliseEmail } from '../account.ts';
import { refuse, type Verification } from './identity-provider.ts';

/** The claims of a provider's verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/** Rules that decide which users may read and which are administrators. Users must meet all rules that are set. */
export interface AdmissionRules {
  /** `any`: every user of the provider. */
  domains?: 'any' | readonly string[] | undefined;
  claim?: ClaimRule | undefined;
  adminClaim?: ClaimRule | undefined;
  /** Name of the claim that contains the groups of a user. */
  groupsClaim?: string | undefined;
  /** The user with this email is an administrator, if the provider has verified the email. */
  adminEmail?: string | undefined;
}

const NAME_MAX_CHARACTERS = 200;

/** Turns verified claims into the profile of a user who may sign in, or returns why not. */
export function admit(
  claims: Claims,
  identity: { issuer: string; subject: string },
  rules: AdmissionRules,
): Verification {
  const email = typeof claims.email === 'string' ? normaliseEmail(claims.email) : undefined;
  if (email === undefined) return refuse('email-missing');
  // Some providers send a string.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  if (Array.isArray(rules.domains)) {
    if (!rules.domains.includes(getDomain(email))) return refuse('not-allowed', 'its domain');
    // Otherwise anyone could enter an address of the domain at the provider.
    if (!isVerified) return refuse('email-unverified');
    // Anyone can have a Google account with a verified address of a company, even after leaving it. The claim `hd`
    // proves that the account belongs to the company.
    if (isGoogle(identity.issuer) && !rules.domains.includes(String(claims.hd).toLowerCase()))
      return refuse('not-allowed', 'its hosted domain');
  }
  if (rules.claim && !matchesRule(claims, rules.claim))
    return refuse('not-allowed', `its claim ${rules.claim.name}`);
  // Without any rule, no one may read.
  if (rules.domains === undefined && rules.claim === undefined) return refuse('not-allowed');
  const isAdministrator =
    (rules.adminClaim !== undefined && matchesRule(claims, rules.adminClaim)) ||
    (isVerified && rules.adminEmail !== undefined && normaliseEmail(rules.adminEmail) === email);
  const role = isAdministrator ? 'administrator' : rules.adminClaim === undefined ? undefined : 'reader';
  return {
    outcome: 'verified',
    person: {
      ...identity,
      email,
      emailVerified: isVerified,
      name: chooseName(claims, email),
      role,
      ...(rules.groupsClaim === undefined
        ? {}
        : { groupClaims: readTexts(claims, rules.groupsClaim).map(toCanonicalText) }),
    },
  };
}

export function isGoogle(issuer: string): boolean {
  return issuer.replace(/^https:\/\/|\/$/g, '') === 'accounts.google.com';
}

function getDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Returns the name, cleaned because it is shown in lists, logs and terminals. */
function chooseName(claims: Claims, email: string): string {
  const claimedName = typeof claims.name === 'string' ? claims.name.replace(/\p{C}+/gu, ' ').trim() : '';
  return claimedName.slice(0, NAME_MAX_CHARACTERS).toWellFormed() || email.replace(/@.*$/, '');
}

function matchesRule(claims: Claims, { name, values }: ClaimRule): boolean {
  const acceptedValues = values.map(toCanonicalText);
  return readTexts(claims, name).some((text) => acceptedValues.includes(toCanonicalText(text)));
}

/** Returns the value or values of a claim as texts. */
function readTexts(claims: Claims, name: string): string[] {
  const value = findClaim(claims, name);
  const present = Array.isArray(value) ? value : [value];
  return present
    .filter((candidate) => ['string', 'number', 'boolean'].includes(typeof candidate))
    .map((item) => String(item));
}

/** Finds a claim of exactly this name, or else follows the dots in the name into objects. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
