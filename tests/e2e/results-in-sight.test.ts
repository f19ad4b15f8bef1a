// @module-tag chromium
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readFeatureMessages } from '../../src/config/feature-messages.ts';
import { composeSiteTexts } from '../../src/config/texts.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { INDEX_NAME } from '../../src/search/protocol/wire.ts';
import { fillText } from '../../src/shared/fill-text.ts';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';
import { findRow } from './account-steps.ts';

const texts = composeSiteTexts({}, readFeatureMessages(engineFeatures));

const files: Record<string, string> = {
  'site.config.ts': `export default { name: 'Results', groups: ['staff'] };`,
  'docs/index.md': `---\nslug: /\ntitle: Pumps\n---\n\n# Pumps\n\n${'A valve lets water through.\n\n'.repeat(40)}`,
};

const feedbackComment = 'It is out of date.';
const rowNumbers = Array.from({ length: 20 }, (_, index) => index + 10);

let siteDir: string;
let mail: MailServer;
let site: ReadingSite;

beforeAll(async () => {
  siteDir = writeSiteFolder(files);
  const port = await findFreePort();
  mail = await startMailServer({ secure: 'never' });
  site = await openReadingSite({
    siteDir,
    isWhole: true,
    settings: {
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'docs@example.com',
      BACKUP_DIR: path.join(siteDir, 'backups'),
    },
  });
  await fillLists();
});
afterAll(async () => {
  await site?.close();
  await mail?.close();
  await rm(siteDir, { recursive: true, force: true });
});

/** Makes the lists of the administration longer than a window. */
async function fillLists(): Promise<void> {
  const { request, close } = await openContext();
  const headers = { origin: site.origin };
  for (const number of rowNumbers) {
    const email = `p${number}@example.com`;
    const account = await request.post('/api/v1/accounts', {
      headers,
      data: { email, name: '', role: 'reader' },
    });
    expect(account.status()).toBe(201);
  }
  // One answer: a reader has one for each page, and only a few a minute.
  const form = { page: '/docs/', helpful: 'no', comment: feedbackComment };
  await request.post('/_feedback', { headers, form, maxRedirects: 0 });
  await close();
}

async function openContext(viewport = { width: 1440, height: 900 }) {
  const context = await site.signedIn({ viewport });
  return { context, request: context.request, close: () => context.close() };
}

/** Where the element is: in the window and in front, or what is wrong. Runs in the page. */
function findWhatHides(element: Element): string {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  // Browsers scroll by whole pixels.
  if (top < -1 || bottom > innerHeight + 1)
    return `from ${top} to ${bottom} in a window of ${innerHeight} px`;
  for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
    const front = document.elementFromPoint((left + right) / 2, y);
    if (!front || !(element.contains(front) || front.contains(element)))
      return `behind ${front?.outerHTML.slice(0, 80)}`;
  }
  return 'in sight';
}

/** Finds the paragraph of a status or an alert, which assistive technology announces. */
const findAnnounced = (page: Page, text: string) =>
  page.locator('main, dialog').locator('[role=status], [role=alert]').locator('p').filter({ hasText: text });

async function expectInSight(page: Page, text: string): Promise<void> {
  const result = findAnnounced(page, text).last();
  await result.waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await expect.poll(() => result.evaluate(findWhatHides)).toBe('in sight');
}

interface Step {
  title: string;
  address: string;
  /** Performs what a person does on the page. */
  act: (page: Page) => Promise<void>;
  result: string;
}

const press = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).last().click();
const fill = (where: Page | Locator, label: string, value: string) =>
  where.getByLabel(label, { exact: true }).fill(value);
const findDialog = (page: Page) => page.getByRole('dialog');
/** The last account of the list, far down. */
const lastUser = `p${rowNumbers.at(-1)}@example.com`;

async function chooseInMenu(page: Page, menu: Locator, item: string): Promise<void> {
  await menu.click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const chooseForUser = (page: Page, email: string, item: string) =>
  chooseInMenu(page, page.getByRole('button', { name: fillIn(texts.userActions, email), exact: true }), item);

const users = '/admin/users?sort=email&order=ascending&limit=50';
const disconnect = (page: Page) => page.context().setOffline(true);
const fillIn = (template: string, email: string) => template.replace('{email}', email);

async function fillPasswords(page: Page, current: string, password: string, again: string): Promise<void> {
  await fill(page, texts.newPassword, password);
  await fill(page, texts.repeatPassword, again);
  const section = page.getByRole('region', { name: texts.passwordTitle });
  await fill(section, texts.currentPassword, current);
  await press(section, texts.changePassword);
}

async function askForEmail(page: Page, email: string, password: string): Promise<void> {
  const section = page.getByRole('region', { name: texts.profileTitle });
  await fill(section, texts.newEmail, email);
  await fill(section, texts.currentPassword, password);
  await press(section, texts.changeEmail);
}

const steps: Step[] = [
  {
    title: 'a name',
    address: '/account',
    act: async (page) => {
      await fill(page, texts.personName, 'Ana');
      await press(page, texts.changeName);
    },
    result: texts.nameChanged,
  },
  {
    title: 'a name without a connection',
    address: '/account',
    act: async (page) => {
      await fill(page, texts.personName, 'Ana');
      await disconnect(page);
      await press(page, texts.changeName);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'an email',
    address: '/account',
    act: (page) => askForEmail(page, 'ana@example.com', reader.password),
    result: fillIn(texts.emailChangeSent, 'ana@example.com'),
  },
  {
    title: 'an email with a wrong password',
    address: '/account',
    act: (page) => askForEmail(page, 'ana@example.com', 'a wrong password'),
    result: texts.wrongCurrentPassword,
  },
  {
    title: 'a password',
    address: '/account',
    act: (page) => fillPasswords(page, reader.password, reader.password, reader.password),
    result: texts.passwordChanged,
  },
  {
    title: 'two passwords that differ',
    address: '/account',
    act: (page) => fillPasswords(page, reader.password, 'a quite different secret', 'another secret'),
    result: texts.passwordsDiffer,
  },
  {
    title: 'a wrong password',
    address: '/account',
    act: (page) =>
      fillPasswords(page, 'a wrong password', 'a quite different secret', 'a quite different secret'),
    result: texts.wrongCurrentPassword,
  },
  {
    title: 'an app for one-time codes without a connection',
    address: '/account',
    act: async (page) => {
      await page.getByRole('button', { name: texts.setUpCodes }).waitFor();
      await disconnect(page);
      await press(page, texts.setUpCodes);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'a wrong one-time code',
    address: '/account',
    act: async (page) => {
      await press(page, texts.setUpCodes);
      await fill(findDialog(page), texts.oneTimeCode, '000000');
      await press(findDialog(page), texts.goOn);
    },
    result: texts.wrongFactor,
  },
  {
    title: 'other sessions',
    address: '/account',
    act: async (page) => {
      await openContext();
      await page.reload();
      await press(page, texts.endOtherSessions);
      await press(findDialog(page), texts.endOtherSessions);
    },
    result: texts.otherSessionsEnded,
  },
  {
    title: 'a personal token that is revoked',
    address: '/account',
    act: async (page) => {
      await fill(page, texts.tokenName, 'Reading');
      await press(page, texts.makeToken);
      await page.getByText(fillText(texts.tokenMade, { name: 'Reading' })).waitFor();
      await press(page, fillText(texts.endNamedToken, { name: 'Reading' }));
      await press(findDialog(page), texts.endToken);
    },
    result: fillText(texts.tokenEnded, { name: 'Reading' }),
  },
  {
    title: 'a personal token without a connection',
    address: '/account',
    act: async (page) => {
      await fill(page, texts.tokenName, 'Reading');
      await disconnect(page);
      await press(page, texts.makeToken);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'the deletion of the own account with a wrong email',
    address: '/account',
    act: async (page) => {
      await press(page, texts.removeOwn);
      await fill(findDialog(page), texts.removeOwnConfirm, 'someone@example.com');
      await fill(findDialog(page), texts.currentPassword, reader.password);
      await press(findDialog(page), texts.removeOwn);
    },
    result: '',
  },
  {
    title: 'an account that exists',
    address: users,
    act: async (page) => {
      await press(page, texts.addUser);
      await fill(findDialog(page), texts.personEmail, lastUser);
      await press(findDialog(page), texts.inviteByMail);
    },
    result: texts.userTaken,
  },
  {
    title: 'an account that becomes an administrator',
    address: users,
    act: async (page) => {
      await chooseForUser(page, lastUser, texts.makeAdministrator);
      await findAnnounced(page, fillIn(texts.userIsAdministrator, lastUser)).waitFor();
      await chooseForUser(page, lastUser, texts.makeReader);
    },
    result: fillIn(texts.userIsReader, lastUser),
  },
  {
    title: 'an account whose details change',
    address: users,
    act: async (page) => {
      await chooseForUser(page, lastUser, texts.editUser);
      await fill(findDialog(page), texts.personName, 'Person');
      await press(findDialog(page), texts.save);
    },
    result: fillIn(texts.userChanged, lastUser),
  },
  {
    title: 'the groups of an account',
    address: users,
    act: async (page) => {
      await chooseForUser(page, lastUser, texts.changeGroups);
      await findDialog(page).getByLabel('staff').check();
      await press(findDialog(page), texts.saveGroups);
    },
    result: fillIn(texts.groupsSaved, lastUser),
  },
  {
    title: 'an account that is disabled without a connection',
    address: users,
    act: async (page) => {
      await findRow(page, lastUser).waitFor();
      await disconnect(page);
      await chooseForUser(page, lastUser, texts.disable);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'an account that is deleted',
    address: users,
    act: async (page) => {
      const email = `gone-${page.viewportSize()?.width}@example.com`;
      const data = { email, name: 'zz', role: 'reader' };
      await page.request.post('/api/v1/accounts', { headers: { origin: site.origin }, data });
      await page.goto('/admin/users?sort=name&order=ascending&limit=50');
      await chooseForUser(page, email, texts.remove);
      await press(findDialog(page), texts.remove);
    },
    result: 'was deleted.',
  },
  {
    title: 'a session that is signed out',
    address: '/admin/sessions?limit=50',
    act: async (page) => {
      for (const _ of rowNumbers) await openContext();
      await page.reload();
      const menus = page.getByRole('button', {
        name: fillText(texts.sessionActions, { email: reader.email }),
      });
      await chooseInMenu(page, menus.nth(rowNumbers.length - 1), texts.endSession);
      await press(findDialog(page), texts.endSession);
    },
    result: fillText(texts.sessionEndedOf, { email: reader.email }),
  },
  {
    title: 'a test email',
    address: '/admin/health',
    act: (page) => press(page, texts.sendTestMail),
    result: fillText(texts.testMailSent, { email: reader.email }),
  },
  {
    title: 'a backup',
    address: '/admin/backups',
    act: (page) => press(page, texts.makeBackup),
    result: texts.backupDone,
  },
  {
    title: 'an announcement',
    address: '/admin/announcement',
    act: async (page) => {
      await page.getByLabel(texts.announcementOwn).check();
      await page.getByLabel(texts.announcementText).fill('Closed\n\n'.repeat(30));
      await press(page, texts.save);
    },
    result: texts.announcementSaved,
  },
  {
    title: 'an announcement without a connection',
    address: '/admin/announcement',
    act: async (page) => {
      await page.getByLabel(texts.announcementNone).check();
      await disconnect(page);
      await press(page, texts.save);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'feedback that is answered',
    address: '/admin/feedback?limit=50&sort=at&order=descending',
    act: async (page) => {
      const row = findRow(page, feedbackComment);
      await chooseInMenu(page, row.getByRole('button').last(), texts.answerReader);
      await page.getByRole('textbox', { name: texts.answerLabel }).fill('Below the form.');
      await press(findDialog(page), texts.answerReader);
    },
    result: texts.feedbackSaved,
  },
  {
    title: 'a deploy token that is revoked',
    address: '/admin/releases',
    act: async (page) => {
      await fill(page, texts.tokenName, 'Pipeline');
      await press(page, texts.makeToken);
      await page.getByText(fillText(texts.tokenMade, { name: 'Pipeline' })).waitFor();
      await findRow(page, 'Pipeline').getByRole('button').click();
      await press(findDialog(page), texts.endToken);
    },
    result: fillText(texts.tokenEnded, { name: 'Pipeline' }),
  },
  {
    title: 'a synonym that is incomplete',
    address: '/admin/searches',
    act: async (page) => {
      await page.request.post('/1/indexes/*/queries', {
        data: { requests: [{ indexName: INDEX_NAME, query: 'turbine' }] },
      });
      await page.reload();
      const row = findRow(page, 'turbine');
      await chooseInMenu(page, row.getByRole('button').last(), texts.makeSynonym);
      await press(findDialog(page), texts.save);
    },
    result: texts.ruleIsWrong,
  },
];

const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 700 },
];

describe.each(viewports)(
  'after sending, in a window of $width × $height px, people see and hear what became of',
  (viewport) => {
    test.each(steps)('$title', { timeout: 180_000 }, async ({ address, act, result }) => {
      const { context } = await openContext(viewport);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.goto(address);
      await waitForShell(page);
      await act(page);
      await expectInSight(page, result);
    });
  },
);

test.each(viewports)('thanks for feedback, or its failure, $width × $height px', async (viewport) => {
  const { context } = await openContext(viewport);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto('/docs/');
  await waitForShell(page);
  const expectAnswer = async (text: string) => {
    const answer = page.locator('.feedback__said').filter({ hasText: text });
    await answer.waitFor();
    await expect.poll(() => answer.evaluate(findWhatHides)).toBe('in sight');
    await page.locator('[aria-live]', { hasText: text }).waitFor({ state: 'attached' });
  };
  await press(page, texts.yes);
  await expectAnswer(texts.feedbackThanks);
  await page.getByRole('textbox', { name: texts.feedbackComment }).fill('More\n'.repeat(9));
  await disconnect(page);
  await press(page, texts.feedbackSend);
  await expectAnswer(texts.feedbackFailed);
});

test.each([1440, 820, 390])('the list of users is as wide as its toolbar, %d px wide', async (width) => {
  const { context } = await openContext({ width, height: 900 });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(users);
  await findRow(page, lastUser).waitFor();
  const readEdges = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
  expect(await readEdges('.admin table')).toEqual(await readEdges('.admin__bar'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
