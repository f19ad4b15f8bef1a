export type Role = 'reader' | 'administrator';

/** Times are milliseconds since the epoch, here and in everything that the store keeps. */
export interface Account {
  id: string;
  /** Lower case, trimmed, NFC. Unique. */
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  /** PHC string (argon2id), or `null` for an account of another identity provider. */
  passwordHash: string | null;
  /** Identity provider and its subject; local accounts have issuer `local` and their id as subject. */
  issuer: string;
  subject: string;
  createdAt: number;
  lastSignInAt: number | null;
}

/** What the rest of the site knows of whoever is signed in. */
export interface SignedInUser {
  accountId: string;
  email: string;
  name: string;
  role: Role;
}

export function userOf(account: Account): SignedInUser {
  return { accountId: account.id, email: account.email, name: account.name, role: account.role };
}
