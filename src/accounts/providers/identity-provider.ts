import type { Environment } from '../../config/environment.ts';
import type { Sentence } from '../../config/texts.ts';
import type { LoginTemplate } from '../../model/templates.ts';
import type { Role } from '../account.ts';
import type { Faults } from './fault.ts';
import type { SignInFault } from './faults.ts';

/** An identity provider: how users sign in, and everything that the rest of the site needs to know about it. */
export interface IdentityProvider {
  /** Issuer of the provider's accounts. Accounts of other issuers can't sign in and have no sessions. */
  issuer: string;
  /** A claim sets the role at every sign-in, so roles can't be changed here. */
  givesRoles: boolean;
  /** A claim sets the groups at every sign-in, so groups can't be changed here. */
  givesGroups: boolean;
  firstAdministrator: FirstAdministrator;
  loginPage: LoginPage;
  signIn: PasswordSignIn | TokenSignIn | RedirectSignIn;
  /** Checks whether an external provider still vouches for a user. Undefined for local accounts. */
  recheck?: Recheck;
  /** Reasons for refusing a user that only this provider has. The others are in `faults.ts`. */
  faults?: Faults;
  /** Warnings about the configuration, which `doctor` shows. */
  warnings?: readonly { message: Sentence; todo: Sentence }[];
}

/** Asks the provider again whether a session is still valid there. */
export interface Recheck {
  /** How the check works, as `doctor` shows it: “by refresh token”. */
  how: Sentence;
  /** Asks the provider, with the token from the sign-in or the last check. The answer must be about `subject`. */
  byRenewal(renewal: string, subject: string): Promise<Rechecked>;
  /** Whether users without such a token can be redirected to the provider now. */
  isReachable(): Promise<boolean>;
}

export type Rechecked =
  /** `person`: the current profile, if the provider sent it. `renewal`: replaces the used token. */
  { outcome: 'verified'; person?: UserProfile; renewal?: string | undefined } | Refusal | Unavailable;

type FirstAdministrator =
  | { by: 'set-up link' }
  /** A user of the provider whom one of these settings names. `isNamed`: at least one of them is set. */
  | { by: 'setting'; settings: readonly string[]; isNamed: boolean };

/** The page where users start to sign in with this provider. */
export interface LoginPage {
  template: LoginTemplate;
  /** Further values for the template. `next`: the path to open after signing in. */
  values(next: string): Readonly<Record<string, string>>;
  /** Origins that the page's content security policy must allow. */
  sources?: { script: readonly string[]; connect: readonly string[]; frame: readonly string[] };
}

/** Accounts and password hashes are stored here. */
interface PasswordSignIn {
  by: 'password';
}

/** The sign-in page talks to the provider and sends the token that it gets. */
interface TokenSignIn {
  by: 'token';
  /** Tokens aren't signed, as those of an emulator. They are accepted only from the server's own machine. */
  isUnsigned: boolean;
  /** `renewal`: the refresh token that the page got with the token. */
  verify(token: string, renewal?: string): Promise<Verification>;
}

/** The browser is redirected to the provider and back. */
export interface RedirectSignIn {
  by: 'redirect';
  /**
   * Paths that start the sign-in, and that the provider redirects back to. The feature declares both as routes; the
   * server handles them.
   */
  paths: { start: string; callback: string };
  /** How long the user has to finish a sign-in. */
  flowSeconds: number;
  /**
   * Returns the URL of the provider, and the encrypted state of the flow for a cookie. `fresh`: the user must sign in
   * again, even with a session at the provider. `silently`: the provider must not ask the user, and fails if it has to.
   */
  begin(
    redirectUri: string,
    next: string,
    how?: 'fresh' | 'silently',
  ): Promise<{ outcome: 'begun'; url: string; flow: string } | Refusal | Unavailable>;
  openFlow(encrypted: string | undefined): Promise<RedirectFlow | undefined>;
  /** URL that ends the provider's own session; `undefined` if the provider has none or can't be reached. */
  signOutAddress(hint: string | undefined, returnTo: string): Promise<string | undefined>;
}

/** A sign-in that has started but not finished. */
export interface RedirectFlow {
  /** Identifies the flow in the provider's answer. */
  state: string;
  /** Path to open after signing in. */
  next: string;
  /** `callback`: the URL that the provider redirected to. `signOutHint` is for `signOutAddress`. */
  finish(callback: URL): Promise<Verification & { signOutHint?: string }>;
}

export type Verification =
  | {
      outcome: 'verified';
      person: UserProfile;
      /** The provider's id of its session. */
      sid?: string | undefined;
      /** Silent sign-in: it doesn't prove that the user is present. */
      isSilent?: boolean | undefined;
      /** Token to ask the provider again whether it still vouches for the user. */
      renewal?: string | undefined;
    }
  | Refusal
  | Unavailable;

/** A user as an identity provider describes them. */
export interface UserProfile {
  issuer: string;
  /** The provider's permanent id of the user. */
  subject: string;
  /** Lower case, NFC, as in accounts. */
  email: string;
  /** Whether the provider has verified that the email belongs to the user. */
  emailVerified: boolean;
  name: string;
  /** Undefined if no rule sets it. Then an account keeps its role, and a new account is a reader. */
  role?: Role | undefined;
  /** Values of the groups claim. Undefined if none is configured; then an account keeps its groups. */
  groupClaims?: readonly string[] | undefined;
}

/** The provider or its settings don't let this user in. */
export interface Refusal {
  outcome: 'refused';
  fault: SignInFault;
  /** For the log: never a token, a code or a secret. */
  reason?: string | undefined;
}

/** A temporary failure, which doesn't count as an attempt. */
export interface Unavailable {
  outcome: 'unavailable';
  fault: SignInFault;
  reason?: string;
}

/** Creates a `Refusal`. */
export function refuse(fault: SignInFault, reason?: string): Refusal {
  return { outcome: 'refused', fault, reason };
}

/** Creates an `Unavailable`. */
export function failTemporarily(fault: SignInFault, reason: string): Unavailable {
  return { outcome: 'unavailable', fault, reason };
}

/** Returns a setting that the validation of the environment guarantees for this provider. */
export function requireSetting<Name extends keyof Environment>(
  environment: Environment,
  name: Name,
): NonNullable<Environment[Name]> {
  const value = environment[name];
  if (value === undefined || value === null) throw new Error(`${name} is missing, though it was validated.`);
  return value;
}
