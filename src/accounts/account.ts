import { randomUUID } from 'node:crypto';
import { type Sentence, type Texts, writeSentence } from '../config/texts.ts';
import type { Previewed } from '../model/audience.ts';

export const roles = ['reader', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** A user account. Times are milliseconds since the epoch, here and everywhere in the store. */
export interface Account {
  id: string;
  /**
   * Unique; lower case, trimmed, NFC. If the provider never confirmed it, it is marked as unconfirmed and isn't a valid
   * address; see `provider-sign-in.ts`.
   */
  email: string;
  name: string;
  role: Role;
  /** Sorted group names. The site's configuration needn't declare them. */
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

/**
 * `invited`: no password yet. `elsewhere`: from another identity provider than the current one, so it can't sign in.
 */
export type AccountState = 'active' | 'disabled' | 'invited' | 'elsewhere';

/** Returns the state by which the store filters. `signsIn`: the issuer whose accounts can sign in. */
export function findAccountState({ issuer, disabled, passwordHash }: Account, signsIn: string): AccountState {
  if (issuer !== signsIn) return 'elsewhere';
  if (disabled) return 'disabled';
  return issuer === 'local' && passwordHash === null ? 'invited' : 'active';
}

/** The signed-in user, as the rest of the site sees them. */
export interface SignedInUser {
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** Sorted group names. */
  groups: readonly string[];
  /** Set while an administrator previews the site as another audience. */
  preview?: Previewed | undefined;
}

/** An invalid field of a form, and why. */
export interface AccountFault extends Sentence {
  field: 'email' | 'name' | 'password';
}

/** Says what is wrong with the fields of a form, in the language of these texts. */
export function describeFaults(faults: readonly AccountFault[], texts?: Texts): string {
  return faults.map((fault) => writeSentence(fault, texts)).join(' ');
}

/** Returns the parts of an account that the rest of the site needs. */
export function toSignedInUser(account: Account): SignedInUser {
  const { id, email, name, role, groups } = account;
  return { accountId: id, email, name, role, groups };
}

/** Creates an account of this site. An empty name becomes the part of the email before the `@`. */
export function createLocalAccount(
  email: string,
  { name, role, groups = [] }: Pick<Account, 'name' | 'role'> & Partial<Pick<Account, 'groups'>>,
  properties: Pick<Account, 'passwordHash' | 'createdAt'>,
): Account {
  return createNewAccount({
    email,
    name: name.trim() || email.replace(/@.*$/, ''),
    role,
    groups,
    ...properties,
  });
}

/** Creates an account. Without an issuer, it is an account of this site, with its id as subject. */
export function createNewAccount(
  properties: Pick<Account, 'email' | 'name' | 'role' | 'createdAt'> &
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
    ...properties,
  };
}

/** RFC 5321, 4.5.3.1.3 */
const EMAIL_MAX_CHARACTERS = 254;
// Rejects only what can't be a single address. Whether an address exists, only its mail server knows.
const EMAIL_SHAPE = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** Returns the form in which an email is stored and compared, or `undefined` if the text can't be an email. */
export function normaliseEmail(text: string): string | undefined {
  if (text.length > 2 * EMAIL_MAX_CHARACTERS) return undefined;
  // Lower-casing can decompose letters, so normalize again afterwards.
  const email = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const isPossible = email.length <= EMAIL_MAX_CHARACTERS && email.isWellFormed() && EMAIL_SHAPE.test(email);
  return isPossible ? email : undefined;
}

const NAME_MAX_CHARACTERS = 200;

/** Returns what is wrong with an email and a name. `email`: the result of `normaliseEmail`. */
export function findAccountFaults(email: string | undefined, name: string): AccountFault[] {
  const problems: AccountFault[] = [];
  if (email === undefined) problems.push({ field: 'email', text: 'emailInvalid' });
  // Control characters would reach terminals and logs.
  if (name.trim().length > NAME_MAX_CHARACTERS || /\p{C}/u.test(name)) {
    problems.push({ field: 'name', text: 'nameInvalid', values: { max: NAME_MAX_CHARACTERS } });
  }
  return problems;
}
