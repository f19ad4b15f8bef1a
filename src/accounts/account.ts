import { randomUUID } from 'node:crypto';
import type { Previewed } from '../model/audience.ts';

export const roles = ['reader', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Times are milliseconds since the epoch, here and in everything that the store keeps. */
export interface Account {
  id: string;
  /** Lower case, trimmed, NFC. Unique. One that its provider never confirmed says so, and is no e-mail: see `provider-sign-in.ts`. */
  email: string;
  name: string;
  role: Role;
  /** Sorted; names that the site may or may not declare. */
  groups: readonly string[];
  disabled: boolean;
  /** PHC string (argon2id), or `null` for an account of another identity provider. */
  passwordHash: string | null;
  /** Identity provider and its subject; local accounts have issuer `local` and their id as subject. */
  issuer: string;
  subject: string;
  createdAt: number;
  lastSignInAt: number | null;
}

/** `invited`: has no password yet. `elsewhere`: comes from another issuer than the one whose accounts can sign in. */
export type AccountState = 'active' | 'disabled' | 'invited' | 'elsewhere';

/** As the store filters by it. `signsIn`: the issuer whose accounts can. */
export function stateOf({ issuer, disabled, passwordHash }: Account, signsIn: string): AccountState {
  if (issuer !== signsIn) return 'elsewhere';
  if (disabled) return 'disabled';
  return issuer === 'local' && passwordHash === null ? 'invited' : 'active';
}

/** What the rest of the site knows of whoever is signed in. */
export interface SignedInUser {
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** Sorted. */
  groups: readonly string[];
  /** An administrator's, who sees the site as somebody else does. */
  preview?: Previewed | undefined;
}

/** What is wrong with something typed for an account. */
export interface AccountFault {
  field: 'email' | 'name' | 'password';
  message: string;
}

export function userOf(account: Account): SignedInUser {
  const { id, email, name, role, groups } = account;
  return { accountId: id, email, name, role, groups };
}

/** Of this site. Without a name it is called by the part of the e-mail before the `@`. */
export function localAccount(
  email: string,
  { name, role, groups = [] }: Pick<Account, 'name' | 'role'> & Partial<Pick<Account, 'groups'>>,
  made: Pick<Account, 'passwordHash' | 'createdAt'>,
): Account {
  return newAccount({ email, name: name.trim() || email.replace(/@.*$/, ''), role, groups, ...made });
}

/** Without an issuer, one of this site: its subject is its id. */
export function newAccount(
  given: Pick<Account, 'email' | 'name' | 'role' | 'createdAt'> &
    Partial<Pick<Account, 'passwordHash' | 'issuer' | 'subject' | 'groups'>>,
): Account {
  const id = randomUUID();
  return {
    id,
    groups: [],
    disabled: false,
    passwordHash: null,
    issuer: 'local',
    subject: id,
    lastSignInAt: null,
    ...given,
  };
}

/** RFC 5321, 4.5.3.1.3 */
const EMAIL_MAX_CHARACTERS = 254;
// What a mail server accepts is its own affair; this keeps out what cannot be one address.
const EMAIL_SHAPE = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** The one spelling under which an e-mail is kept and compared; `undefined` when it cannot be one. */
export function normaliseEmail(text: string): string | undefined {
  if (text.length > 2 * EMAIL_MAX_CHARACTERS) return undefined;
  // Lower-casing can leave composed letters apart, so the form is restored after it.
  const email = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const possible = email.length <= EMAIL_MAX_CHARACTERS && email.isWellFormed() && EMAIL_SHAPE.test(email);
  return possible ? email : undefined;
}

const NAME_MAX_CHARACTERS = 200;

/** What keeps these from being an account's; `email` as `normaliseEmail` leaves it. */
export function accountFaults(email: string | undefined, name: string): AccountFault[] {
  const problems: AccountFault[] = [];
  if (email === undefined) problems.push({ field: 'email', message: 'This is not an e-mail address.' });
  // Control characters would reach terminals and logs.
  if (name.trim().length > NAME_MAX_CHARACTERS || /\p{C}/u.test(name)) {
    problems.push({
      field: 'name',
      message: `The name must be one line of at most ${NAME_MAX_CHARACTERS} characters.`,
    });
  }
  return problems;
}
