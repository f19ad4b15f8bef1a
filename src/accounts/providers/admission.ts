import type { ClaimRule } from '../../config/claim-rule.ts';
import { canonicalText } from '../../shared/canonical-text.ts';
import { normaliseEmail } from '../account.ts';
import { refused, type Verification } from './sign-in-mode.ts';

/** What a provider's token says, after it was verified. */
export type Claims = Readonly<Record<string, unknown>>;

/** Who may read, and who administers. All that is set must hold. */
export interface AdmissionRules {
  /** `any`: everybody whom the provider knows. */
  domains?: 'any' | readonly string[] | undefined;
  claim?: ClaimRule | undefined;
  adminClaim?: ClaimRule | undefined;
  /** The claim that says in which groups somebody is. */
  groupsClaim?: string | undefined;
  /** Administers as long as the provider vouches for this e-mail. */
  adminEmail?: string | undefined;
}

const NAME_MAX_CHARACTERS = 200;

/** Turns verified claims into a person who may sign in, or says why not. */
export function admit(
  claims: Claims,
  identity: { issuer: string; subject: string },
  rules: AdmissionRules,
): Verification {
  const email = typeof claims.email === 'string' ? normaliseEmail(claims.email) : undefined;
  if (email === undefined) return refused('email-missing');
  // Some providers write it as a text.
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  if (Array.isArray(rules.domains)) {
    if (!rules.domains.includes(domainOf(email))) return refused('not-allowed', 'its domain');
    // Else whoever types an address of the domain at the provider would be let in.
    if (!verified) return refused('email-unverified');
    // Anybody can have a Google account with a confirmed address of a company, and keep it; `hd` says who belongs to it.
    if (isGoogle(identity.issuer) && !rules.domains.includes(String(claims.hd).toLowerCase()))
      return refused('not-allowed', 'its hosted domain');
  }
  if (rules.claim && !holds(claims, rules.claim))
    return refused('not-allowed', `its claim ${rules.claim.name}`);
  // Rules that let nobody in by name let nobody in.
  if (rules.domains === undefined && rules.claim === undefined) return refused('not-allowed');
  const administers =
    (rules.adminClaim !== undefined && holds(claims, rules.adminClaim)) ||
    (verified && rules.adminEmail !== undefined && normaliseEmail(rules.adminEmail) === email);
  const role = administers ? 'administrator' : rules.adminClaim === undefined ? undefined : 'reader';
  return {
    outcome: 'verified',
    person: {
      ...identity,
      email,
      emailVerified: verified,
      name: nameOf(claims, email),
      role,
      ...(rules.groupsClaim === undefined
        ? {}
        : { groupClaims: textsOf(claims, rules.groupsClaim).map(canonicalText) }),
    },
  };
}

export function isGoogle(issuer: string): boolean {
  return issuer.replace(/^https:\/\/|\/$/g, '') === 'accounts.google.com';
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** What people call themselves elsewhere reaches lists, logs and terminals here. */
function nameOf(claims: Claims, email: string): string {
  const given = typeof claims.name === 'string' ? claims.name.replace(/\p{C}+/gu, ' ').trim() : '';
  return given.slice(0, NAME_MAX_CHARACTERS).toWellFormed() || email.replace(/@.*$/, '');
}

function holds(claims: Claims, { name, values }: ClaimRule): boolean {
  const wanted = values.map(canonicalText);
  return textsOf(claims, name).some((one) => wanted.includes(canonicalText(one)));
}

/** What a claim holds, one value or several, as far as it can be said as text. */
function textsOf(claims: Claims, name: string): string[] {
  const value = claimNamed(claims, name);
  const present = Array.isArray(value) ? value : [value];
  return present
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map((one) => String(one));
}

/** A claim of exactly this name, else the one that its dots lead to. */
function claimNamed(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
