// @module-tag chromium
import { text } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../testing/free-port.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';
import { accept, findAlert, findFaults, findNotice, findRow, secret } from './account-steps.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

const createPeople = (count: number) =>
  [
    'email;name;role',
    ...Array.from({ length: count }, (_, n) => `p${n + 1}@example.com;Person ${n + 1};`),
  ].join('\r\n');

const readDownload = async (saving: Promise<Download>) => text(await (await saving).createReadStream());
const findDialog = (page: Page) => page.getByRole('dialog');

async function openImport(page: Page): Promise<void> {
  await page.goto('/admin/users');
  await waitForShell(page);
  await page.getByRole('button', { name: texts.importUsers }).click();
}

async function check(page: Page, csv: string): Promise<void> {
  const files = findDialog(page).getByLabel(texts.importFile);
  await files.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await findDialog(page).getByRole('button', { name: texts.importCheck }).click();
}

test('thirty users are imported from a file, and one action applies to all of them', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await openImport(page);

  await check(page, `${createPeople(30)}\r\nnobody;;\r\np1@example.com;;reder`);
  const lines = findDialog(page).getByRole('listitem');
  await lines.first().waitFor();
  await expect
    .poll(() => lines.allTextContents())
    .toEqual([
      `Line 32 "nobody" isn't a valid email address.`,
      expect.stringMatching(/^Line 33 Unknown role "reder"/),
      'Line 33 p1@example.com is already in line 2.',
    ]);
  expect(await findDialog(page).getByRole('button', { name: /^Add/ }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await check(page, createPeople(30));
  await findDialog(page).getByText('Ready to add 30 users.').waitFor();
  // The import takes only a moment, so an observer records what the page shows during it.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const { max, value } = document.querySelector('progress') ?? {};
      if (max !== undefined) seen.push(`${value} of ${max}`);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await findDialog(page).getByRole('button', { name: 'Add 30 users' }).click();
  const saving = page.waitForEvent('download');
  await findDialog(page).getByRole('button', { name: texts.saveLinks }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toContain('0 of 30');
  const links = (await readDownload(saving)).trim().split('\r\n');
  expect([links.length, links[0]]).toEqual([31, 'email,name,link']);
  const reader = await accept(site.browser, links[30]?.split(',')[2] ?? '');
  await page.keyboard.press('Escape');
  await page.getByText('1–25 of 31').waitFor();

  // The keyboard selects all users of the page, then all users that match the search.
  await page.goto('/admin/users?search=person');
  await findRow(page, 'p1@example.com').waitFor();
  await page.getByLabel(texts.selectPage).focus();
  await page.keyboard.press('Space');
  await page.getByText('25 users selected').waitFor();
  await page.getByRole('button', { name: 'Select all 30 matches' }).press('Enter');
  await page.getByText('30 users selected').waitFor();
  await page.getByLabel(texts.bulkAct).selectOption(texts.disable);
  await page.getByRole('button', { name: texts.bulkApply }).click();
  await page.getByRole('dialog', { name: 'Disable 30 users?' }).waitFor();
  await findDialog(page).getByRole('button', { name: texts.disable }).click();
  await findDialog(page).getByText('Done: 30 users.').waitFor();
  await page.keyboard.press('Enter');
  await findRow(page, 'p1@example.com').getByText(texts.stateDisabled).waitFor();
  await page.getByText('users selected').waitFor({ state: 'detached' });
  expect((await reader.request.get('/docs/guides/everything', { maxRedirects: 0 })).status()).toBe(401);

  // The result names the accounts that couldn't be changed.
  await page.goto('/admin/users?limit=50');
  await page.getByLabel(texts.selectPage).check();
  await page.getByLabel(texts.bulkAct).selectOption(texts.remove);
  await page.getByRole('button', { name: texts.bulkApply }).click();
  await findDialog(page).getByRole('button', { name: texts.remove }).click();
  await findDialog(page).getByText('Done: 30 users.').waitFor();
  await expect
    .poll(() => findDialog(page).getByRole('listitem').allTextContents())
    .toEqual([`ana@lurana.example ${texts.refusedOwnAccount}`]);
  await findDialog(page).getByRole('button', { name: texts.close }).last().click();
  await page.getByText('1–1 of 1').waitFor();
  const pendingDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: texts.exportUsers }).click();
  expect(await readDownload(pendingDownload)).toContain('\r\nana@lurana.example,ana,administrator,,active,');
  await reader.context().close();
  await context.close();
});

test('a user changes the email by a mailed link and deletes their own account', async () => {
  const [mail, port] = [await startMailServer({ secure: 'never' }), await findFreePort()];
  const origin = `http://127.0.0.1:${port}`;
  const mailing = await openReadingSite({
    settings: {
      PORT: String(port),
      BASE_URL: origin,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'docs@example.com',
    },
  });
  onTestFinished(async () => {
    await mailing.close();
    await mail.close();
  });
  const linkTo = async (address: string) => {
    await expect.poll(() => mail.received.findLast(({ to }) => to[0] === address)).toBeDefined();
    const { text } = mail.received.findLast(({ to }) => to[0] === address) ?? {};
    return /http:\/\/127\.0\.0\.1:\d+\/[\w-]+\?token=[\w-]{43}/.exec(text ?? '')?.[0] ?? '';
  };
  const context = await mailing.signedIn();
  const page = await context.newPage();
  await openImport(page);
  await check(page, 'email,name\nrosa@example.com,Rosa');
  await findDialog(page).getByRole('button', { name: 'Add 1 user' }).click();
  await findDialog(page).getByText(texts.importWaiting.replace('{count}', '0')).waitFor();
  const userPage = await accept(mailing.browser, await linkTo('rosa@example.com'));

  await userPage.goto('/account');
  await userPage.getByLabel(texts.newEmail).fill('rosa@example.org');
  await userPage.getByLabel(texts.currentPassword).first().fill('not the right secret');
  await userPage.getByRole('button', { name: texts.changeEmail }).click();
  await findAlert(userPage).getByText(texts.wrongCurrentPassword).waitFor();
  expect(await findFaults(userPage, 'the account')).toEqual([]);
  await userPage.getByLabel(texts.currentPassword).first().fill(secret);
  await userPage.getByRole('button', { name: texts.changeEmail }).click();
  await findNotice(userPage).getByText('We sent a link to rosa@example.org').waitFor();
  await userPage.goto(await linkTo('rosa@example.org'));
  expect(await findFaults(userPage, 'the link')).toEqual([]);
  await userPage.getByRole('button', { name: texts.confirmEmailButton }).click();
  await userPage.getByText(texts.confirmEmailDone.replace('{email}', 'rosa@example.org')).waitFor();
  await expect.poll(() => mail.received.at(-1)?.to).toEqual(['rosa@example.com']);

  await userPage.getByRole('link', { name: texts.toAccount }).click();
  await userPage.locator('.account__email').getByText('rosa@example.org').waitFor();
  await userPage.getByRole('textbox', { name: texts.personName, exact: true }).fill('Rosa Núñez');
  await userPage.getByRole('button', { name: texts.changeName }).click();
  await userPage.locator('.account__name').getByText('Rosa Núñez').waitFor();
  const pendingDownload = userPage.waitForEvent('download');
  await userPage.getByRole('link', { name: texts.saveData }).click();
  expect(JSON.parse(await readDownload(pendingDownload)).account).toMatchObject({
    name: 'Rosa Núñez',
    email: 'rosa@example.org',
  });

  await page.goto('/admin/users?search=rosa');
  await page.getByRole('button', { name: /rosa@example.org/ }).click();
  await page.getByRole('menuitem', { name: texts.editUser }).click();
  await findDialog(page).getByLabel(texts.personEmail).fill('rosa@example.net');
  await findDialog(page).getByRole('button', { name: texts.save }).click();
  await findRow(page, 'rosa@example.net').waitFor();
  await userPage.goto('/account');
  await userPage.getByRole('button', { name: texts.removeOwn }).click();
  await findDialog(userPage).getByLabel(texts.removeOwnConfirm).fill('rosa@example.net');
  await findDialog(userPage).getByLabel(texts.currentPassword).fill(secret);
  expect(await findFaults(userPage, 'the end')).toEqual([]);
  await findDialog(userPage).getByRole('button', { name: texts.removeOwn }).click();
  await userPage.waitForURL(/\/login/);
  await expect.poll(() => mail.received.at(-1)?.to).toEqual(['rosa@example.net']);
  await userPage.context().close();
  await context.close();
});

test.each(['dark', 'light'])('axe finds nothing in the %s theme', async (theme) => {
  const context = await site.signedIn({ viewport: { width: 390, height: 844 } });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await context.newPage();
  const faults: string[] = [];
  const look = async (name: string) => faults.push(...(await findFaults(page, name)));
  await openImport(page);
  await look('a file');
  await check(page, `${createPeople(3)}\nana@lurana.example;Anna;`);
  await findDialog(page).getByText(texts.importByLink).waitFor();
  await look('a plan');
  await page.keyboard.press('Enter');
  await check(page, 'emial,name\nx');
  await findDialog(page).getByRole('listitem').first().waitFor();
  await look('a wrong file');
  await page.keyboard.press('Escape');
  await page.getByLabel(texts.selectPage).check();
  await look('a selection');
  await page.getByLabel(texts.bulkAct).selectOption(texts.disable);
  await page.getByRole('button', { name: texts.bulkApply }).click();
  await look('a question');
  await findDialog(page).getByRole('button', { name: texts.disable }).click();
  await findDialog(page).getByText(texts.refusedOwnAccount).waitFor();
  await look('an answer');
  expect(faults).toEqual([]);
  await context.close();
});
