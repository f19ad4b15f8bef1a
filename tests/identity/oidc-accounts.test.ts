// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { english as texts } from '../../src/config/texts.ts';
import { expectFragmentsToArrive } from '../../testing/hard-fragments.ts';
import { listErrors, TestSite } from '../../testing/test-site.ts';
import {
  context,
  expectRefused,
  findSignInButton,
  openBrowser,
  page,
  provider,
  readSession,
  server,
  signInAs,
  signInByRequests,
  site,
  startOidcSiteForEachTest,
} from './oidc-bench.ts';

/** The browser draws the account and administration pages, so the tests need the real build. */
const built = new TestSite({ 'docs/intro.md': '# Intro\n' });
beforeAll(async () => expect(listErrors(await built.build())).toEqual([]));
afterAll(() => built[Symbol.dispose]());

/** The window of another user. */
interface Window {
  context: BrowserContext;
  page: Page;
}
const windows: Window[] = [];
afterEach(async () => {
  for (const { context: each } of windows.splice(0)) await each.close();
});

/** Opens a window in which a user signs in. The fixture's own window is a new one afterwards. */
async function openSignedIn(login: string): Promise<Window> {
  await signInByRequests(login);
  const window = { context, page };
  windows.push(window);
  await openBrowser();
  return window;
}

const readState = async (window: Window) =>
  (await (await window.context.request.get('/auth/session')).json()).state;
const ben = { email: 'ben@example.com', email_verified: true, name: 'Ben' };
const findAccount = (email: string) => server.identity.accounts.findByEmail(email);
const press = async ({ page }: Window, label: string, email: string) => {
  await page.getByRole('button', { name: texts.userActions.replace('{email}', email) }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
};
/** Calls the API as the pages do. */
const call = ({ context }: Window, method: 'post' | 'patch', path: string, data: object) =>
  context.request[method](`/api/v1${path}`, { data, headers: { origin: site } });

describe('where the provider gives roles', () => {
  startOidcSiteForEachTest(undefined, () => built.distDir);
  let ana: Window;
  beforeEach(async () => {
    provider.people.ben = ben;
    ana = await openSignedIn('ana');
  });

  test('the account page shows the provider’s name and email, and has no password', async () => {
    await ana.page.goto('/account');
    await ana.page.getByText(texts.accountElsewhere).waitFor();
    const text = await ana.page.textContent('body');
    for (const phrase of ['Ana Ruiz', 'ana@example.com', texts.administrator, texts.accountElsewhere]) {
      expect(text).toContain(phrase);
    }
    expect(await ana.page.locator('input[type=password]').count()).toBe(0);
    const fresh = 'a quite different secret';
    const refusal = await call(ana, 'post', '/account/password', { current: '', password: fresh });
    expect(refusal.status()).toBe(404);
    expect((await findAccount('ana@example.com'))?.passwordHash).toBeNull();
    expect(await readState(ana)).toBe('signed-in');
  });

  test('a link to a section still leads there after signing in at the provider', async () => {
    await page.goto('/account#tokens');
    expect(new URL(page.url()).pathname).toBe('/login');
    await signInAs('ana');
    expect(page.url()).toBe(`${site}/account#tokens`);
  });

  test('a link leads to any fragment after signing in at the provider', async () => {
    await expectFragmentsToArrive(page, '/docs/intro', {
      signIn: () => signInAs('ana'),
      signOut: () => context.clearCookies(),
    });
  });

  test('the account page ends other sessions, one by one or together', async () => {
    const [second, third, fourth] = [
      await openSignedIn('ana'),
      await openSignedIn('ana'),
      await openSignedIn('ana'),
    ];
    await ana.page.goto('/account');
    const sessionItems = ana.page.locator('main').getByRole('listitem');
    await expect.poll(() => sessionItems.count()).toBe(4);
    // The most recently used session is the first of the others.
    const question = ana.page.getByRole('dialog');
    await ana.page.getByRole('button', { name: texts.endSession, exact: true }).first().click();
    await question.getByRole('button', { name: texts.endSession }).click();
    await ana.page.getByText(texts.sessionEnded).waitFor();
    const otherWindows = [second, third, fourth];
    const listWindowsLeft = async () =>
      (await Promise.all(otherWindows.map(readState))).filter((state) => state === 'signed-in');
    expect(await listWindowsLeft()).toHaveLength(2);
    await ana.page.getByRole('button', { name: texts.endOtherSessions }).click();
    await question.getByRole('button', { name: texts.endOtherSessions }).click();
    await ana.page.getByText(texts.noOtherSessions).waitFor();
    expect(await listWindowsLeft()).toEqual([]);
    expect(await readState(ana)).toBe('signed-in');
  });

  test("administrators can't add or invite users, or give a role that wouldn't last", async () => {
    await openSignedIn('ben');
    await ana.page.goto('/admin/users');
    await ana.page.getByText(`${texts.usersElsewhere} ${texts.rolesElsewhere}`).waitFor();
    await expect.poll(() => ana.page.locator('tbody tr').count()).toBe(2);
    await ana.page.getByRole('button', { name: texts.userActions.replace('{email}', ben.email) }).click();
    await ana.page.getByRole('menuitem', { name: texts.disable, exact: true }).waitFor();
    const text = await ana.page.textContent('body');
    for (const absent of [texts.addUser, texts.newLink, texts.makeAdministrator, texts.makeReader]) {
      expect(text).not.toContain(absent);
    }
    const before = (await server.identity.accounts.readPage({})).accounts;
    const account = (await findAccount(ben.email))?.id ?? '';
    for (const [method, path, data] of [
      ['post', '/accounts', { email: 'eva@example.com', role: 'administrator' }],
      ['post', `/accounts/${account}/link`, {}],
      ['patch', `/accounts/${account}`, { role: 'administrator' }],
    ] as const) {
      const answer = await call(ana, method, path, data);
      expect(answer.status(), path).toBeGreaterThanOrEqual(400);
      expect(await answer.text(), path).not.toContain('/invite?token=');
    }
    expect((await server.identity.accounts.readPage({})).accounts).toEqual(before);
  });

  test('a disabled user stays out until they are enabled, whatever the provider says', async () => {
    const window = await openSignedIn('ben');
    await ana.page.goto('/admin/users');
    await press(ana, texts.disable, ben.email);
    await ana.page.getByText(texts.userDisabled.replace('{email}', ben.email)).waitFor();
    expect(await readState(window)).toBe('signed-out');
    await page.goto('/login');
    await signInAs('ben');
    await expectRefused('account-disabled');
    await press(ana, texts.enable, ben.email);
    await ana.page.getByText(texts.userEnabled.replace('{email}', ben.email)).waitFor();
    await findSignInButton().click();
    await page.waitForURL(`${site}/`);
    expect(await readSession()).toMatchObject({
      state: 'signed-in',
      user: { email: ben.email, role: 'reader' },
    });
  });

  test('a user whose sessions were ended signs in again', async () => {
    const window = await openSignedIn('ben');
    await ana.page.goto('/admin/users');
    await press(ana, texts.endSessions, ben.email);
    await ana.page.getByRole('dialog').getByRole('button', { name: texts.endSessions }).click();
    await ana.page.getByText(texts.userSessionsEnded.replace('{email}', ben.email)).waitFor();
    expect([await readState(window), await readState(ana)]).toEqual(['signed-out', 'signed-in']);
    await openSignedIn('ben');
  });

  test("the last administrator stays, and administrators from before the provider don't count", async () => {
    const old = { email: 'old@example.com', name: 'Old', password: 'a quite different secret' };
    await server.identity.accounts.add({ ...old, role: 'administrator' });
    await ana.page.goto('/admin/users');
    const row = ana.page.getByRole('row').filter({ hasText: old.email });
    await row.getByText(texts.stateElsewhere).waitFor();
    await press(ana, texts.disable, 'ana@example.com');
    const refusalText = texts.lastAdministrator.replace('{email}', 'ana@example.com');
    await ana.page.getByRole('alert').getByText(refusalText).waitFor();
    await press(ana, texts.disable, old.email);
    await ana.page.getByText(texts.userDisabled.replace('{email}', old.email)).waitFor();
  });

  test('name and email follow the provider at the next sign-in, and take over nothing', async () => {
    const accountId = (await findAccount('ana@example.com'))?.id;
    const movedUser = { email: 'ana.ruiz@example.com', name: 'Ana María Ruiz' };
    Object.assign(provider.people.ana ?? {}, movedUser);
    const again = await openSignedIn('ana');
    for (const window of [again, ana]) {
      expect(await (await window.context.request.get('/auth/session')).json()).toMatchObject({
        user: movedUser,
      });
    }
    await openSignedIn('ben');
    provider.people.ben = { ...ben, email: movedUser.email, name: 'Ben now' };
    const window = await openSignedIn('ben');
    const { user } = await (await window.context.request.get('/auth/session')).json();
    expect(user).toEqual({ email: ben.email, name: 'Ben now', role: 'reader' });
    expect(await findAccount(movedUser.email)).toMatchObject({
      id: accountId,
      subject: 'ana',
      role: 'administrator',
    });
    expect(await server.identity.accounts.count()).toBe(2);
  });

  test('a reader finds nothing at the users’ page', async () => {
    const window = await openSignedIn('ben');
    expect((await window.page.goto('/admin/users'))?.status()).toBe(404);
    await window.page.goto('/account');
    await window.page.locator('.account').waitFor();
    expect(await window.page.getByText(texts.manageUsers).count()).toBe(0);
  });
});

describe('where the provider gives no roles', () => {
  startOidcSiteForEachTest({ adminEmail: 'ana@example.com' }, () => built.distDir);

  test('an administrator gives them here, and they last', async () => {
    provider.people.ben = ben;
    const ana = await openSignedIn('ana');
    const window = await openSignedIn('ben');
    await ana.page.goto('/admin/users');
    await ana.page.getByText(texts.usersElsewhere).waitFor();
    expect(await ana.page.textContent('main')).not.toContain(texts.rolesElsewhere);
    await press(ana, texts.makeAdministrator, ben.email);
    await ana.page.getByText(texts.userIsAdministrator.replace('{email}', ben.email)).waitFor();
    expect(await readState(window)).toBe('signed-out');
    const again = await openSignedIn('ben');
    expect((await again.page.goto('/admin/users'))?.status()).toBe(200);
  });
});
