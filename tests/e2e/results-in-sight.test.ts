// @module-tag chromium
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createToken, hashToken } from '../../src/accounts/sessions/tokens.ts';
import { MANIFEST_FILE } from '../../src/config/constants.ts';
import { readFeatureMessages } from '../../src/config/feature-messages.ts';
import { composeSiteTexts } from '../../src/config/texts.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { readLiveManifest } from '../../src/model/manifest.ts';
import { publish } from '../../src/releases/publish.ts';
import { listReleases, resolveReleaseFolder } from '../../src/releases/release-record.ts';
import { INDEX_NAME } from '../../src/search/protocol/wire.ts';
import { fillText } from '../../src/shared/fill-text.ts';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { findWhatHides } from '../../testing/in-sight.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { readExcessWidth } from '../../testing/next-frame.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';
import { openSqliteStore } from '../../testing/stores.ts';
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

/** Finds the paragraph of a status or an alert, which assistive technology announces. */
const findAnnounced = (page: Page, text: string) =>
  page
    .locator('main, dialog')
    .locator(':is([role=status], [role=alert]) p, p:is([role=status], [role=alert])')
    .filter({ hasText: text });

async function expectInSight(page: Page, text: string): Promise<void> {
  const result = findAnnounced(page, text).last();
  await result.waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await expect.poll(() => findWhatHides(result)).toBe('in sight');
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

const agents = '/admin/agents?sort=created&order=ascending&limit=50';
const agentNames = rowNumbers.map((number) => `Agent ${number}`);
const lastAgent = agentNames.at(-1) ?? '';
const findAgentMenus = (page: Page) =>
  page.getByRole('button', { name: fillText(texts.agentActions, { agent: lastAgent, email: reader.email }) });

/** Lets so many agents in that the last one is far down. */
async function addAgents(): Promise<void> {
  const store = openSqliteStore(path.join(site.dataDir, 'accounts.db'));
  const account = await store.findAccountByEmail(reader.email);
  if (account === undefined) throw new Error('The site has no administrator.');
  for (const [index, name] of agentNames.entries()) {
    const createdAt = Date.now() + index;
    const times = { createdAt, expiresAt: createdAt + 86_400_000, lastUsedAt: null };
    const agent = {
      tokenHash: hashToken(createToken()),
      accountId: account.id,
      name,
      client: name,
      ...times,
    };
    expect(await store.addToken(agent, agentNames.length)).toBe('added');
  }
  await store.close();
}

/** Publishes more releases than a window shows. Returns the name of the earliest. */
function publishReleases(): string {
  const distDir = path.join(siteDir, 'dist');
  const manifest = readLiveManifest(distDir);
  if (manifest === undefined) throw new Error('There is no release.');
  for (const number of rowNumbers)
    publish(
      distDir,
      { manifest: { ...manifest, build: `${Date.now()}-${number}` }, siteJson: '{}' },
      { keep: rowNumbers.length + 1, origin: {} },
    );
  return listReleases(distDir).records.at(-1)?.name ?? '';
}

async function chooseForRelease(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: fillText(texts.releaseActions, { name }) });
  await chooseInMenu(page, menu, texts.serveAgain);
  await press(findDialog(page), texts.serveAgain);
}

async function openReport(page: Page): Promise<void> {
  await page.locator('.markdown p').first().selectText();
  await page.getByRole('button', { name: texts.reportProblem }).click();
  await findDialog(page).waitFor();
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
    title: 'a test email without a connection',
    address: '/admin/health',
    act: async (page) => {
      await page.getByRole('button', { name: texts.sendTestMail, exact: true }).waitFor();
      await disconnect(page);
      await press(page, texts.sendTestMail);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'a backup without a connection',
    address: '/admin/backups',
    act: async (page) => {
      await page.getByRole('button', { name: texts.makeBackup, exact: true }).waitFor();
      await disconnect(page);
      await press(page, texts.makeBackup);
    },
    result: texts.backupFailed.replace(/\{reason\}.*$/, ''),
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
    title: 'an agent that is revoked',
    address: agents,
    act: async (page) => {
      await addAgents();
      await page.reload();
      await chooseInMenu(page, findAgentMenus(page).last(), texts.revokeAgent);
      await press(findDialog(page), texts.revokeAgent);
    },
    result: fillText(texts.agentRevoked, { agent: lastAgent, email: reader.email }),
  },
  {
    title: 'an agent that is revoked without a connection',
    address: agents,
    act: async (page) => {
      await addAgents();
      await page.reload();
      await findAgentMenus(page).last().waitFor();
      await disconnect(page);
      await chooseInMenu(page, findAgentMenus(page).last(), texts.revokeAgent);
      await press(findDialog(page), texts.revokeAgent);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'all agents',
    address: agents,
    act: async (page) => {
      await addAgents();
      await page.reload();
      await press(page, texts.revokeAllAgents);
      await press(findDialog(page), texts.revokeAllAgents);
    },
    result: fillText(texts.allAgentsRevoked, { count: agentNames.length }),
  },
  {
    title: 'an earlier release that is served again',
    address: '/admin/releases',
    act: async (page) => {
      const earlier = publishReleases();
      await page.reload();
      await chooseForRelease(page, earlier);
    },
    result: fillText(texts.releaseServed, { name: '' }),
  },
  {
    title: 'an earlier release that is served again without a connection',
    address: '/admin/releases',
    act: async (page) => {
      const earlier = publishReleases();
      await page.reload();
      await findRow(page, earlier).waitFor();
      await disconnect(page);
      await chooseForRelease(page, earlier);
    },
    result: texts.notChangedNow,
  },
  {
    title: 'an earlier release whose files are gone',
    address: '/admin/releases',
    act: async (page) => {
      const earlier = publishReleases();
      await page.reload();
      await findRow(page, earlier).waitFor();
      writeFileSync(
        path.join(resolveReleaseFolder(path.join(siteDir, 'dist'), earlier), MANIFEST_FILE),
        '{}',
      );
      await chooseForRelease(page, earlier);
    },
    result: texts.releaseUnusable.replace(/^.*\{name\}|\{reason\}.*$/g, ''),
  },
  {
    title: 'a report on a passage',
    address: '/docs/',
    act: async (page) => {
      await openReport(page);
      await press(findDialog(page), texts.reportSend);
    },
    result: texts.reportThanks,
  },
  {
    title: 'a report on a passage without a connection',
    address: '/docs/',
    act: async (page) => {
      await openReport(page);
      await findDialog(page).getByLabel(texts.reportComment).fill('More\n'.repeat(20));
      await disconnect(page);
      await press(findDialog(page), texts.reportSend);
    },
    result: texts.reportFailed,
  },
  {
    title: 'an announcement that is removed',
    address: '/admin/announcement',
    act: async (page) => {
      await page.getByLabel(texts.announcementNone).check();
      await press(page, texts.save);
    },
    result: texts.announcementSaved,
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
    test.each(steps)('$title', { timeout: 60_000 }, async ({ address, act, result }) => {
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
    await expect.poll(() => findWhatHides(answer)).toBe('in sight');
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
  expect(await readExcessWidth(page)).toBe(0);
});
