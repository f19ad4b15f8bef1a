import type { Environment } from '../../config/environment.ts';
import type { LoginTemplate } from '../../model/templates.ts';
import type { Role } from '../account.ts';
import type { ProviderEnding } from '../store/provider-session-store.ts';
import type { SignInFault } from './faults.ts';

/** How people sign in here, and all that the rest of the site must know of it. `index.ts` chooses it by `IDENTITY`. */
export interface SignInMode {
  /** Of the accounts that come from here; those of others have neither sign-in nor session. */
  issuer: string;
  /** At every sign-in a claim says who administers: a role that is given here would not last. */
  givesRoles: boolean;
  /** The same of groups. */
  givesGroups: boolean;
  firstAdministrator: FirstAdministrator;
  loginPage: LoginPage;
  signIn: PasswordSignIn | TokenSignIn | RedirectSignIn;
  /** Where people are another's to know: whether it still vouches for somebody. */
  recheck?: Recheck;
  /** What somebody should know who configured it so; `doctor` says it. */
  warnings?: readonly { message: string; todo: string }[];
}

export interface Recheck {
  /** In the words of `doctor`: by refresh token. */
  how: string;
  /** Without a browser, by what the sign-in or the check before brought. `subject`: who it must be about. */
  byRenewal(renewal: string, subject: string): Promise<Rechecked>;
  /** Whether who has no such thing can be sent through the provider again now. */
  isReachable(): Promise<boolean>;
}

export type Rechecked =
  /** Without a person the provider vouches and says no more. `renewal`: takes the place of the one that was used. */
  { outcome: 'verified'; person?: VerifiedPerson; renewal?: string | undefined } | Refusal | Unavailable;

type FirstAdministrator =
  | { by: 'set-up link' }
  /** Whom the provider vouches for and one of these settings names. `isNamed`: at least one of them is set. */
  | { by: 'setting'; settings: readonly string[]; isNamed: boolean };

export interface LoginPage {
  template: LoginTemplate;
  /** What the template is told besides an error, what was typed, and where the reader wanted to go. */
  values(next: string): Readonly<Record<string, string>>;
  /** What its scripts need of other sites, and what makes it a page with a policy of its own. */
  sources?: { script: readonly string[]; connect: readonly string[]; frame: readonly string[] };
}

/** Accounts are made here, and their passwords kept. */
interface PasswordSignIn {
  by: 'password';
}

/** The login page itself talks to the provider, and hands over the token that it gets. */
interface TokenSignIn {
  by: 'token';
  /** Nobody signed it: taken from the machine that the server runs on, and from no other. */
  isUnsigned: boolean;
  /** `renewal`: what the page got besides the token. */
  verify(token: string, renewal?: string): Promise<Verification>;
}

/** The browser goes to the provider and comes back. */
export interface RedirectSignIn {
  by: 'redirect';
  /** Where it begins, and where the provider leads it back to. */
  paths: { start: string; callback: string };
  /** How long a sign-in that was begun may take. */
  flowSeconds: number;
  /**
   * Where the browser goes, and what it must bring back from there: encrypted, for a cookie. `fresh`: the provider asks
   * who it is, even if it knows. `silently`: it asks the reader nothing, and refuses where it would have to.
   */
  begin(
    redirectUri: string,
    next: string,
    how?: 'fresh' | 'silently',
  ): Promise<{ outcome: 'begun'; url: string; flow: string } | Refusal | Unavailable>;
  openFlow(encrypted: string | undefined): Promise<RedirectFlow | undefined>;
  /** Where the provider's own session ends; `undefined` where it has no such address, or does not say. */
  signOutAddress(hint: string | undefined, returnTo: string): Promise<string | undefined>;
  /** Where the provider says, without a browser, that a session there has ended. */
  backChannel: { path: string; verify(logoutToken: string): Promise<ProviderWord> };
}

/** A sign-in under way. */
export interface RedirectFlow {
  /** Names it in the provider's answer. */
  state: string;
  /** Where the reader wanted to go. */
  next: string;
  /** `callback`: the address that the provider led to. `signOutHint` is what `signOutAddress` takes later. */
  finish(callback: URL): Promise<Verification & { signOutHint?: string }>;
}

export type Verification =
  | {
      outcome: 'verified';
      person: VerifiedPerson;
      /** The provider's own name for the session that began there. */
      sid?: string | undefined;
      /** Nobody was asked anything: it does not show that it is them who sit there. */
      isSilent?: boolean | undefined;
      /** What it can be asked again with, whether it still vouches for them. */
      renewal?: string | undefined;
    }
  | Refusal
  | Unavailable;

/** What a provider says of sessions. `tokenId`: it says each thing once. */
export type ProviderWord =
  | { outcome: 'verified'; ending: ProviderEnding; tokenId: string }
  | Refusal
  | Unavailable;

/** Who an identity provider says that this is. */
export interface VerifiedPerson {
  issuer: string;
  /** Never changes for this person at this provider, unlike an e-mail. */
  subject: string;
  /** As accounts have it: lower case, NFC. */
  email: string;
  /** The provider says that it is theirs. */
  emailVerified: boolean;
  name: string;
  /** Absent where nothing says it: then an account keeps the role it has, and a new one is a reader's. */
  role?: Role | undefined;
  /** What the claim of groups holds; absent where nothing says it: then an account keeps the groups that it has. */
  groupClaims?: readonly string[] | undefined;
}

export interface Refusal {
  outcome: 'refused';
  fault: SignInFault;
  /** For the log: never a token, a code or a secret. */
  reason?: string | undefined;
}

/** It may work later, so it was no attempt. */
export interface Unavailable {
  outcome: 'unavailable';
  fault: SignInFault;
  reason?: string;
}

export function refused(fault: SignInFault, reason?: string): Refusal {
  return { outcome: 'refused', fault, reason };
}

export function unavailable(fault: SignInFault, reason: string): Unavailable {
  return { outcome: 'unavailable', fault, reason };
}

/** The environment was validated: what a mode needs is there. */
export function setting<Name extends keyof Environment>(
  environment: Environment,
  name: Name,
): NonNullable<Environment[Name]> {
  const value = environment[name];
  if (value === undefined || value === null) throw new Error(`${name} is missing, though it was validated.`);
  return value;
}
