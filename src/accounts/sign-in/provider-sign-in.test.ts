import { describe, expect, it } from 'vitest';
import { ada, IdentityFixture, minute, password, rosa } from '../../../testing/identity-fixture.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { createIdentity, type Identity } from '../create-identity.ts';
import type { UserProfile, Verification } from '../providers/identity-provider.ts';

const fixture = IdentityFixture.forEachTest();
const issuer = 'https://id.example/';
const person: UserProfile = {
  issuer,
  subject: 's-1',
  email: 'eva@example.com',
  emailVerified: true,
  name: 'Eva',
};

function open(): Identity {
  return createIdentity({
    store: openSqliteStore(fixture.file),
    clock: () => fixture.now,
    hasher: fixture.hasher,
    issuer,
    findGroups: (claims) => ['staff', 'partners'].filter((group) => claims.includes(`all-${group}`)),
  });
}

async function withIdentity(work: (identity: Identity) => Promise<void>): Promise<void> {
  const identity = open();
  try {
    await work(identity);
  } finally {
    await identity.close();
  }
}

const createVerification = (changes: Partial<UserProfile> = {}): Verification => ({
  outcome: 'verified',
  person: { ...person, ...changes },
});
const signIn = (identity: Identity, answer: Verification = createVerification(), address = '192.0.2.1') =>
  identity.signInBy(address, async () => answer);

async function readToken(identity: Identity, answer?: Verification): Promise<string> {
  const result = await signIn(identity, answer);
  if (result.outcome !== 'signed-in') throw new Error(JSON.stringify(result));
  return result.token;
}

describe('a user of an identity provider', () => {
  it('gets an account at the first sign-in and keeps it, even with a new email', () =>
    withIdentity(async (identity) => {
      const first = await identity.resolveSession(await readToken(identity));
      expect(first).toMatchObject({ email: 'eva@example.com', name: 'Eva', role: 'reader' });
      const later = await identity.resolveSession(
        await readToken(identity, createVerification({ email: 'eva@example.org' })),
      );
      expect(later?.accountId).toBe(first?.accountId);
      expect(await identity.accounts.count()).toBe(1);
    }));

  it("has the provider's current name and email in every session", () =>
    withIdentity(async (identity) => {
      const before = await readToken(identity);
      await identity.resolveSession(before);
      const now = { email: 'eva@example.org', name: 'Eva Ruiz' };
      const after = await readToken(identity, createVerification(now));
      expect(await identity.resolveSession(after)).toMatchObject(now);
      expect(await identity.resolveSession(before)).toMatchObject(now);
      expect(await fixture.openStore().listAuditSince(0)).toMatchObject([
        { event: 'account-added', email: 'eva@example.com' },
        { event: 'signed-in' },
        {
          event: 'profile-changed',
          by: 'identity provider',
          email: now.email,
          detail: 'was eva@example.com',
        },
        { event: 'signed-in', email: now.email },
      ]);
    }));

  it('is in the groups of a claim, and a sign-in with other groups ends earlier sessions', () =>
    withIdentity(async (identity) => {
      const before = await readToken(
        identity,
        createVerification({ groupClaims: ['all-staff', 'elsewhere'] }),
      );
      expect(await identity.resolveSession(before)).toMatchObject({ groups: ['staff'] });
      const silentToken = await readToken(identity);
      expect(await identity.resolveSession(silentToken)).toMatchObject({ groups: ['staff'] });
      const after = await readToken(identity, createVerification({ groupClaims: ['all-partners'] }));
      expect(await identity.resolveSession(after)).toMatchObject({ groups: ['partners'] });
      expect(await identity.resolveSession(before)).toBeUndefined();
      expect(
        await identity.resolveSession(await readToken(identity, createVerification({ groupClaims: [] }))),
      ).toMatchObject({
        groups: [],
      });
    }));

  it("keeps their email if the provider doesn't confirm a new one", () =>
    withIdentity(async (identity) => {
      await readToken(identity);
      const unconfirmed = createVerification({
        email: 'boss@example.com',
        emailVerified: false,
        name: 'Eva Ruiz',
      });
      const session = await identity.resolveSession(await readToken(identity, unconfirmed));
      expect(session).toMatchObject({ email: person.email, name: 'Eva Ruiz' });
      // The unconfirmed email stays free for its owner.
      await readToken(identity, createVerification({ subject: 's-2', email: 'boss@example.com' }));
    }));

  it("doesn't own an unconfirmed email, and doesn't block its owner", () =>
    withIdentity(async (identity) => {
      const boss = { email: 'boss@example.com', name: 'The Boss' };
      const attacker = await identity.resolveSession(
        await readToken(identity, createVerification({ ...boss, subject: 's-9', emailVerified: false })),
      );
      expect(attacker?.email).toMatch(/^boss@example\.com \(unconfirmed [0-9a-f]{8}\)$/);
      expect(await identity.accounts.findByEmail('boss@example.com')).toBeUndefined();
      expect(await identity.accounts.findByEmail(attacker?.email ?? '')).toBeUndefined();
      // Another user with the same unconfirmed email gets another account.
      await readToken(identity, createVerification({ ...boss, subject: 's-10', emailVerified: false }));
      const owner = await identity.resolveSession(
        await readToken(identity, createVerification({ ...boss, subject: 's-1' })),
      );
      expect(owner?.email).toBe('boss@example.com');
      expect(await identity.accounts.count()).toBe(3);
      // A confirmed email belongs to the user, unless another account has it.
      const later = createVerification({ email: 'nora@example.com', subject: 's-10' });
      expect(await identity.resolveSession(await readToken(identity, later))).toMatchObject({
        email: 'nora@example.com',
      });
    }));

  it("can't take over the email of another account", () =>
    withIdentity(async (identity) => {
      const boss = createVerification({ subject: 's-0', email: 'boss@example.com', role: 'administrator' });
      const bossToken = await readToken(identity, boss);
      const { accountId } = (await identity.resolveSession(await readToken(identity))) ?? {};
      const eva = await identity.resolveSession(
        await readToken(identity, createVerification({ email: 'boss@example.com' })),
      );
      expect(eva).toMatchObject({ accountId, email: person.email, role: 'reader' });
      expect(await identity.resolveSession(bossToken)).toMatchObject({
        email: 'boss@example.com',
        name: 'Eva',
      });
      expect(await identity.accounts.count()).toBe(2);
    }));

  it("can't change a disabled account", () =>
    withIdentity(async (identity) => {
      const { accountId = '' } = (await identity.resolveSession(await readToken(identity))) ?? {};
      await identity.accounts.setDisabled(accountId, true);
      await signIn(identity, createVerification({ email: 'eva@example.org', name: 'Other' }));
      expect(await identity.accounts.findByEmail(person.email)).toMatchObject({ name: 'Eva' });
    }));

  it('gets one account, even with concurrent sign-ins', () =>
    withIdentity(async (identity) => {
      const results = await Promise.all(Array.from({ length: 5 }, () => signIn(identity)));
      expect(results.map(({ outcome }) => outcome)).toEqual(Array(5).fill('signed-in'));
      expect(await identity.accounts.count()).toBe(1);
    }));

  it("never gets another user's account with the same email", async () => {
    await fixture.add(rosa);
    await withIdentity(async (identity) => {
      expect(await signIn(identity, createVerification({ email: rosa.email }))).toEqual({
        outcome: 'refused',
        fault: 'email-taken',
      });
      await readToken(identity);
      expect(await signIn(identity, createVerification({ subject: 's-2' }))).toMatchObject({
        fault: 'email-taken',
      });
    });
  });

  it("has the provider's role, and a new role ends their sessions", () =>
    withIdentity(async (identity) => {
      const boss = createVerification({ subject: 's-0', email: 'boss@example.com', role: 'administrator' });
      await readToken(identity, boss);
      const reader = await readToken(identity);
      const promoted = await readToken(identity, createVerification({ role: 'administrator' }));
      expect(await identity.resolveSession(reader)).toBeUndefined();
      expect(await identity.resolveSession(promoted)).toMatchObject({ role: 'administrator' });
      const demoted = await readToken(identity, createVerification({ role: 'reader' }));
      expect(await identity.resolveSession(promoted)).toBeUndefined();
      expect(await identity.resolveSession(demoted)).toMatchObject({ role: 'reader' });
    }));

  it('keeps the role that was set here if the provider sends none', () =>
    withIdentity(async (identity) => {
      const { accountId = '' } = (await identity.resolveSession(await readToken(identity))) ?? {};
      await identity.accounts.setRole(accountId, 'administrator');
      expect(await identity.resolveSession(await readToken(identity))).toMatchObject({
        role: 'administrator',
      });
    }));

  it("can't sign in while the account is disabled", () =>
    withIdentity(async (identity) => {
      const token = await readToken(identity);
      const { accountId = '' } = (await identity.resolveSession(token)) ?? {};
      await identity.accounts.setDisabled(accountId, true);
      expect(await identity.resolveSession(token)).toBeUndefined();
      expect(await signIn(identity)).toEqual({ outcome: 'refused', fault: 'account-disabled' });
      await identity.accounts.setDisabled(accountId, false);
      expect((await signIn(identity)).outcome).toBe('signed-in');
    }));
});

describe('attempts', () => {
  const forgedVerification: Verification = { outcome: 'refused', fault: 'token-forged' };

  it('are counted by address before anything is verified', () =>
    withIdentity(async (identity) => {
      let work = 0;
      const results = await Promise.all(
        Array.from({ length: 40 }, () =>
          identity.signInBy('192.0.2.1', async () => {
            work++;
            return forgedVerification;
          }),
        ),
      );
      expect(work).toBe(30);
      expect(results.filter(({ outcome }) => outcome === 'throttled')).toHaveLength(10);
      expect(await signIn(identity)).toEqual({ outcome: 'throttled', retryAt: fixture.now + 15 * minute });
      expect((await signIn(identity, createVerification(), '192.0.2.2')).outcome).toBe('signed-in');
      fixture.now += 15 * minute;
      expect((await signIn(identity)).outcome).toBe('signed-in');
    }));

  it("attempts that succeed, or fail for a temporary reason, aren't counted", () =>
    withIdentity(async (identity) => {
      const down: Verification = { outcome: 'unavailable', fault: 'provider-unavailable' };
      for (let round = 0; round < 40; round++) {
        expect((await signIn(identity)).outcome).toBe('signed-in');
        expect(await signIn(identity, down)).toEqual(down);
      }
    }));

  it('share their one-time marks across processes until these expire', () =>
    withIdentity(async (one) => {
      await withIdentity(async (other) => {
        const results = await Promise.all(
          [one, other, one].map((identity) => identity.claimFirstUse('state', minute)),
        );
        expect(results.filter(Boolean)).toHaveLength(1);
        expect(await other.claimFirstUse('another', minute)).toBe(true);
        fixture.now += minute;
        expect(await other.claimFirstUse('state', minute)).toBe(true);
      });
    }));
});

describe('accounts of an earlier identity provider', () => {
  it("have no sessions, can't sign in, and end the set-up", async () => {
    await fixture.add(rosa, ada);
    const local = await fixture.signInToken(rosa.email);
    await withIdentity(async (identity) => {
      expect(await identity.resolveSession(local)).toBeUndefined();
      expect((await identity.signIn({ email: ada.email, password, address: '192.0.2.1' })).outcome).toBe(
        'refused',
      );
      expect(await fixture.identity.resolveSession(await readToken(identity))).toBeUndefined();
    });
  });

  it('have no valid one-time links', async () => {
    const setup = await fixture.identity.setUp.createToken();
    const nora = { email: 'nora@example.com', name: 'Nora', role: 'reader' } as const;
    const invitation = await fixture.identity.accounts.invite(nora);
    const token = invitation.outcome === 'invited' ? invitation.token : '';
    expect(await fixture.identity.invites.find(token)).toBeDefined();
    await withIdentity(async ({ invites, setUp }) => {
      const address = '192.0.2.1';
      expect(await invites.find(token)).toBeUndefined();
      expect(await invites.accept({ token, password, address })).toEqual({ outcome: 'invalid-token' });
      expect(await setUp.complete({ ...ada, token: setup, address })).toEqual({ outcome: 'invalid-token' });
    });
    expect((await fixture.identity.accounts.readPage({})).accounts).toMatchObject([{ passwordHash: null }]);
  });

  it('need no set-up if accounts come from a provider', () =>
    withIdentity(async (identity) => {
      expect(await identity.setUp.isNeeded()).toBe(false);
      expect(await fixture.identity.setUp.isNeeded()).toBe(true);
    }));
});
