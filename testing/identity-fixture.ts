import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createIdentity, type Identity } from '../src/accounts/create-identity.ts';
import { openSecretKey } from '../src/accounts/factors/secret-key.ts';
import { defaultLimits, type IdentityLimits } from '../src/accounts/limits.ts';
import type { Outbox } from '../src/accounts/mail/outbox.ts';
import { createArgon2Hasher, type Hasher } from '../src/accounts/passwords/hashing-queue.ts';
import type { SignInResult } from '../src/accounts/sign-in/password-sign-in.ts';
import type { Store } from '../src/accounts/store/store.ts';
import { openSqliteStore } from './stores.ts';

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const password = 'a long enough secret';
export const rosa = { email: 'rosa@example.com', name: 'Rosa', password, role: 'reader' } as const;
export const ada = { email: 'ada@example.com', name: 'Ada', password, role: 'administrator' } as const;

/** Real Argon2 with less memory and one pass, because the tests hash hundreds of times. */
export const quickArgon2 = createArgon2Hasher({ memoryCost: 256, timeCost: 1, parallelism: 1 });

/** The real hasher, which also records the cost of each hash, but never the password. */
export function watchHasher(hasher: Hasher): Hasher & { work: string[] } {
  const work: string[] = [];
  const readCost = (hash: string) => hash.split('$').slice(1, 4).join(' ');
  return {
    ...hasher,
    work,
    hash: (text) => {
      work.push('hash');
      return hasher.hash(text);
    },
    verify: (hash, text) => {
      work.push(`verify ${readCost(hash)}`);
      return hasher.verify(hash, text);
    },
  };
}

/** A new store without accounts for each test, a clock that the test sets, and actions that many tests need. */
export class IdentityFixture {
  now = 0;
  file = '';
  readonly hasher = watchHasher(quickArgon2);
  private folder = '';
  private opened: { close(): Promise<void> }[] = [];
  private first: Identity | undefined;

  static forEachTest(): IdentityFixture {
    const fixture = new IdentityFixture();
    beforeEach(() => fixture.begin());
    afterEach(() => fixture.end());
    return fixture;
  }

  /** The identity of the process under test. */
  get identity(): Identity {
    this.first ??= this.open();
    return this.first;
  }

  /** Another process on the same file. */
  open(
    changes: { limits?: Partial<IdentityLimits>; hasher?: Hasher; store?: Store; mail?: Outbox } = {},
  ): Identity {
    const identity = createIdentity({
      store: changes.store ?? openSqliteStore(this.file),
      clock: () => this.now,
      limits: { ...defaultLimits, hashing: { concurrency: 2, waiting: 1_000 }, ...changes.limits },
      hasher: changes.hasher ?? this.hasher,
      mail: changes.mail,
      secretKey: openSecretKey({
        DATA_DIR: path.dirname(this.file),
        SECRET_KEY: undefined,
        DATABASE_URL: undefined,
      }),
    });
    this.opened.push(identity);
    return identity;
  }

  openStore(): Store {
    const store = openSqliteStore(this.file);
    this.opened.push(store);
    return store;
  }

  async add(...accounts: (typeof rosa | typeof ada)[]): Promise<void> {
    for (const account of accounts) expect((await this.identity.accounts.add(account)).outcome).toBe('added');
  }

  signIn(
    email: string,
    text = password,
    address = '192.0.2.1',
    through = this.identity,
  ): Promise<SignInResult> {
    return through.signIn({ email, password: text, address });
  }

  async signInToken(email: string, through = this.identity, address = '192.0.2.1'): Promise<string> {
    const result = await this.signIn(email, password, address, through);
    if (result.outcome !== 'signed-in') throw new Error(`${email} was ${result.outcome}`);
    return result.token;
  }

  async findId(email: string): Promise<string> {
    return (await this.identity.accounts.findByEmail(email))?.id ?? 'nobody';
  }

  private begin(): void {
    this.folder = mkdtempSync(path.join(tmpdir(), 'identity-'));
    this.file = path.join(this.folder, 'accounts.db');
    this.now = Date.UTC(2026, 0, 5, 9);
    this.hasher.work.length = 0;
  }

  private async end(): Promise<void> {
    this.first = undefined;
    await Promise.all(this.opened.splice(0).map((one) => one.close()));
    rmSync(this.folder, { recursive: true });
  }
}

export function count(results: readonly SignInResult[], outcome: SignInResult['outcome']): number {
  return results.filter((result) => result.outcome === outcome).length;
}
