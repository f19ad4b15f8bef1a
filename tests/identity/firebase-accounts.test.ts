// @module-tag chromium
import { beforeEach, expect, test } from 'vitest';
import { signInFaults } from '../../src/accounts/providers/faults.ts';
import { texts } from '../../testing/site-texts.ts';
import {
  ana,
  context,
  emulator,
  expectRefused,
  fill,
  handOver,
  openBrowser,
  page,
  readSession,
  site,
  startFirebaseSite,
} from './firebase-bench.ts';

const boss = {
  email: 'boss@example.com',
  password: 'correct horse battery',
  displayName: 'Boss',
  emailVerified: true,
};
startFirebaseSite({ ADMIN_EMAIL: boss.email });

let id: string;
beforeEach(async () => {
  id = await emulator.addUser(ana);
});

async function signIn(): Promise<void> {
  await page.goto('/login');
  await fill();
  await page.waitForURL(`${site.origin}/`);
}

test('the account page has no password and ends other sessions', async () => {
  await signIn();
  const first = { context, page };
  await openBrowser();
  // The emulator gives the same token twice within a second. Each token signs in only once.
  const signInAgain = async () =>
    (await handOver(await emulator.fetchIdToken(ana.email, ana.password))).status;
  await expect.poll(signInAgain).toBe(200);
  await first.page.goto('/account');
  await first.page.getByText(texts.accountElsewhere).waitFor();
  expect(await first.page.locator('input[type=password]').count()).toBe(0);
  await first.page.getByRole('button', { name: texts.endOtherSessions }).click();
  await first.page.getByRole('dialog').getByRole('button', { name: texts.endOtherSessions }).click();
  await first.page.getByText(texts.noOtherSessions).waitFor();
  expect(await readSession()).toEqual({ state: 'signed-out' });
  await first.context.close();
});

test('an administrator can disable a user whose account at the service still works', async () => {
  await signIn();
  const reader = { context, page };
  await openBrowser();
  await emulator.addUser(boss);
  expect(await handOver(await emulator.fetchIdToken(boss.email, boss.password))).toMatchObject({
    status: 200,
  });
  await page.goto(`/admin/users?search=${ana.email}`);
  await page.getByText(texts.usersElsewhere).waitFor();
  expect(await page.getByText(texts.addUser).count()).toBe(0);
  // No claim contains the role, so an administrator assigns it here.
  await page.getByRole('button', { name: texts.userActions.replace('{email}', ana.email) }).click();
  await page.getByRole('menuitem', { name: texts.makeAdministrator }).waitFor();
  await page.getByRole('menuitem', { name: texts.disable, exact: true }).click();
  await page.getByText(texts.userDisabled.replace('{email}', ana.email)).waitFor();
  expect(await (await reader.context.request.get('/auth/session')).json()).toEqual({ state: 'signed-out' });
  await reader.context.close();
  await context.clearCookies();
  await page.goto('/login');
  await fill();
  await expectRefused(texts[signInFaults['account-disabled'].text]);
});

test("name and email follow the service at the next sign-in; an unconfirmed email doesn't", async () => {
  await signIn();
  const email = `moved-${ana.email}`;
  await emulator.changeUser(id, { displayName: 'Ana María Ruiz', email, emailVerified: true });
  expect(await handOver(await emulator.fetchIdToken(email, ana.password))).toMatchObject({ status: 200 });
  const movedUser = { user: { email, name: 'Ana María Ruiz' } };
  expect(await readSession()).toMatchObject(movedUser);
  await emulator.changeUser(id, { email: ana.email, emailVerified: false });
  const refusal = await handOver(await emulator.fetchIdToken(ana.email, ana.password));
  expect(refusal).toMatchObject({ error: { code: 'email-unverified' } });
  expect(await readSession()).toMatchObject(movedUser);
});
