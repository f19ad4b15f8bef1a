// @module-tag chromium
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLiveManifest } from '../../src/model/manifest.ts';
import { publish } from '../../src/releases/publish.ts';
import { listReleases } from '../../src/releases/release-record.ts';
import { allPages } from '../../testing/all-pages.ts';
import { isBuiltForAll, smallManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';
import { accept, findAlert, findFaults, findNotice, findRow, invite } from './account-steps.ts';

let site: ReadingSite;
/** The file has its own dist folder, because it publishes a release. */
const dist = mkdtempSync(path.join(tmpdir(), 'administration-'));
beforeAll(async () => {
  if (await isBuiltForAll(smallManual)) cpSync(smallManual.DIST_DIR, dist, { recursive: true });
  // A server without a site folder has no documents.
  const settings = { DIST_DIR: dist, DOCS_DIR: path.join(dist, 'no-documents') };
  site = await openReadingSite({ settings });
});
afterAll(async () => {
  await site?.close();
  rmSync(dist, { recursive: true });
});

/** Presses Tab until the control has the focus, like a person who works by keyboard. */
async function pressTabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent;
    });
    if (focused === name) return;
  }
  throw new Error(`The keyboard doesn't reach ${name}.`);
}

/** Whether no edge of the element sticks out at a side of its parent. Runs in the page. */
function isInsideParent(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  const parent = element.parentElement?.getBoundingClientRect();
  return parent !== undefined && left >= parent.left && right <= parent.right;
}

/** Pixels by which the content is wider than the element. */
const readOverflow = (element: Locator) =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: texts.userActions.replace('{email}', email) }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a forgotten password is set at a link of the administrator, without scripts too', async () => {
  const email = 'olga@lurana.example';
  const context = await site.signedIn();
  await accept(site.browser, await invite(context, email));
  const page = await context.newPage();
  await page.goto('/admin/users?search=olga');
  await choose(page, email, texts.resetLink);
  await page.getByText(texts.userReset.replace('{email}', email)).waitFor();
  const link = (await page.locator('.one-time-link').textContent()) ?? '';
  const olga = await accept(site.browser, link, { javaScriptEnabled: false });
  expect((await olga.goto('/docs/guides/everything'))?.status()).toBe(200);
  await olga.context().close();
  await context.close();
});

test('a user who forgot the password sees whom to ask on a site that sends no mail, also without scripts', async () => {
  const context = await site.browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: texts.forgottenLink }).click();
  await page.getByRole('status').getByText(texts.forgottenAsk, { exact: true }).waitFor();
  await page.getByRole('link', { name: texts.backToSignIn }).click();
  await page.getByLabel(texts.email).waitFor();
  await context.close();
});

test('without scripts the pages say that they need them, and name the command line', async () => {
  const context = await site.signedIn({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/account', '/admin/users']) {
    await page.goto(path);
    await page
      .locator('main')
      .getByText(/needs JavaScript.*gatehouse users/)
      .waitFor();
    await expect.poll(() => page.locator('main').getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator('.spinner').isVisible()).toBe(false);
  }
  await context.close();
});

test('an administrator disables an account by the keyboard; the last one stays', async () => {
  const context = await site.signedIn();
  const email = 'keys@lurana.example';
  await invite(context, email);
  const page = await context.newPage();
  await page.goto('/admin/users');
  await waitForShell(page);
  await findRow(page, email).waitFor();
  await pressTabTo(page, texts.findUsers);
  await page.keyboard.type('keys@');
  await page.waitForURL(/search=keys%40/);
  await findRow(page, 'ana@lurana.example').waitFor({ state: 'detached' });
  const button = texts.userActions.replace('{email}', email);
  await pressTabTo(page, button);
  const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Enter');
  await expect.poll(readFocusedText).toBe(texts.newLink);
  // A background alone can't be seen in forced colours.
  const readRing = () =>
    page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outline);
  expect(await readRing()).toContain('solid 2px');
  await page.keyboard.press('ArrowUp');
  await expect.poll(readFocusedText).toBe(texts.remove);
  expect(await readRing()).toContain('solid 2px');
  await page.keyboard.press('Home');
  await expect.poll(readFocusedText).toBe(texts.newLink);
  await page.keyboard.press('Escape');
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(label).toBe(button);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await expect.poll(readFocusedText).toBe(texts.newLink);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(readFocusedText).toBe(texts.disable);
  await page.keyboard.press('Enter');
  await findNotice(page).getByText(texts.userDisabled.replace('{email}', email)).waitFor();
  await expect.poll(label).toBe(button);
  await findRow(page, email).getByText(texts.stateDisabled).waitFor();

  await page.goto('/admin/users?search=ana');
  await choose(page, 'ana@lurana.example', texts.disable);
  const last = texts.lastAdministrator.replace('{email}', 'ana@lurana.example');
  await findAlert(page).getByText(last).waitFor();
  await context.close();
});

test('an account is removed only after a second confirmation', async () => {
  const context = await site.signedIn();
  // The address is wider than the dialog.
  const email = `${'gone'.repeat(14)}@lurana.example`;
  await invite(context, email);
  const page = await context.newPage();
  await page.goto('/admin/users');
  await choose(page, email, texts.remove);
  const dialog = page.getByRole('dialog', { name: texts.removeTitle });
  await dialog.getByText(email).waitFor();
  await expect.poll(() => readOverflow(dialog)).toBe(0);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await findRow(page, email).waitFor();
  await choose(page, email, texts.remove);
  await dialog.getByRole('button', { name: texts.remove }).click();
  await findNotice(page).getByText(texts.userRemoved.replace('{email}', email)).waitFor();
  await findRow(page, email).waitFor({ state: 'detached' });
  await context.close();
});

const pressInDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter');

test.each([
  {
    path: '/admin/users?search=asked',
    action: texts.endSessions,
    done: texts.userSessionsEnded,
    dismiss: (page: Page) => page.keyboard.press('Escape'),
  },
  {
    path: '/admin/sessions?search=asked',
    action: texts.endSession,
    done: texts.sessionEndedOf,
    dismiss: pressInDialog(texts.cancel),
  },
  {
    path: '/admin/sessions?search=asked',
    action: texts.endSessions,
    done: texts.allSessionsEndedOf,
    dismiss: pressInDialog(texts.close),
  },
])('$action at $path asks first, and gives back the focus', async ({ path, action, done, dismiss }) => {
  const context = await site.signedIn();
  const email = `asked-${randomUUID()}@lurana.example`;
  const other = await accept(site.browser, await invite(context, email));
  const readState = async () => (await other.request.get('/auth/session')).json();
  const page = await context.newPage();
  await page.goto(path);
  const opener = findRow(page, email).getByRole('button').last();
  const question = page.getByRole('dialog');
  await opener.click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await question.getByText(email).waitFor();
  await expect.poll(() => readOverflow(question)).toBe(0);
  await dismiss(page);
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await readState()).toMatchObject({ state: 'signed-in' });
  await opener.click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await question.getByRole('button', { name: action, exact: true }).click();
  await findNotice(page).getByText(done.replace('{email}', email)).waitFor();
  expect(await readState()).toEqual({ state: 'signed-out' });
  await other.context().close();
  await context.close();
});

test.each([
  [1440, 300],
  [700, 300],
])('the menu of a row stays beside it while the page scrolls, %d x %d px', async (width, height) => {
  const context = await site.signedIn({ viewport: { width, height } });
  const page = await context.newPage();
  await page.goto('/admin/users');
  const opener = page.getByRole('button', {
    name: texts.userActions.replace('{email}', 'ana@lurana.example'),
  });
  await opener.click();
  const menu = page.getByRole('menu');
  const readDistance = async () => {
    const [row, list] = await Promise.all([opener.boundingBox(), menu.boundingBox()]);
    return row && list && [Math.round(list.x - row.x), Math.round(list.y - row.y)];
  };
  const distance = await readDistance();
  const scrolledBefore = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolledBefore);
  expect(await readDistance()).toEqual(distance);
  await context.close();
});

test('the list is sorted, filtered and paged by its address, and the back button works', async () => {
  const context = await site.signedIn();
  for (let n = 0; n < 26; n++) {
    const answer = await context.request.post('/api/v1/accounts', {
      data: { email: `many${String(n).padStart(2, '0')}@lurana.example`, name: `Many ${26 - n}` },
      headers: { origin: site.origin },
    });
    expect(answer.status()).toBe(201);
  }
  const page = await context.newPage();
  await page.goto('/admin/users?search=many');
  const first = page.locator('tbody tr').first();
  const findHeader = (name: string) => page.getByRole('columnheader', { name });
  await first.getByText('many00@').waitFor();
  await page.getByText('1–25 of 26').waitFor();
  const readSortOrder = (name: string) => findHeader(name).getAttribute('aria-sort');
  await expect.poll(() => readSortOrder(texts.personEmail)).toBe('ascending');
  await findHeader(texts.personEmail).getByRole('button').click();
  await first.getByText('many25@').waitFor();
  await expect.poll(() => readSortOrder(texts.personEmail)).toBe('descending');
  await page.getByRole('button', { name: texts.nextPage }).click();
  await first.getByText('many00@').waitFor();
  await page.getByText('26–26 of 26').waitFor();
  await page.goBack();
  await first.getByText('many25@').waitFor();
  await findHeader(texts.personName).getByRole('button').click();
  await expect.poll(() => readSortOrder(texts.personName)).toBe('ascending');
  await first.getByText('many25@').waitFor();
  await page.getByLabel(texts.userRole).selectOption('administrator');
  await page.getByText(texts.noUsersFound).waitFor();
  await page.getByRole('button', { name: texts.clearSearch }).click();
  await findRow(page, 'ana@lurana.example').waitFor();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  await page.reload();
  await findRow(page, 'ana@lurana.example').waitFor();
  await expect.poll(() => readSortOrder(texts.personName)).toBe('ascending');
  expect(await readSortOrder(texts.personEmail)).toBeNull();
  await page.goto('/admin/users?page=99&limit=abc&sort=nothing&state=none');
  await page.getByText(texts.pageOfPages.replace('{page}', '2').replace('{pages}', '2')).waitFor();
  await context.close();
});

test('pages of the administration are grouped beside the page, and in narrow windows in a menu', async () => {
  const context = await site.signedIn({ viewport: { width: 1440, height: 900 }, forcedColors: 'active' });
  const page = await context.newPage();
  await page.goto('/admin/users');
  await waitForShell(page);
  const menu = page.locator('.own-page__menu');
  const readGroup = (title: string) =>
    menu.getByRole('listitem').filter({ hasText: title }).getByRole('link').allTextContents();
  expect(await readGroup(texts.administrationReaders)).toEqual([
    'Users',
    'Audiences',
    'Sessions',
    'Connected apps',
  ]);
  expect(await readGroup(texts.administrationActivity)).toEqual(['Page views', 'Searches', 'Feedback']);
  const siteGroup = ['Announcement', 'Emails', 'Releases', 'Health', 'Backups', 'Audit log'];
  expect(await readGroup(texts.administrationSite)).toEqual(siteGroup);
  const current = menu.getByRole('link', { name: texts.users, exact: true });
  await expect.poll(() => current.getAttribute('aria-current')).toBe('page');
  expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
  for (const width of [390, 820, 1100]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await menu.getByRole('link').count()).toBe(0);
    await menu.locator('summary').focus();
    await page.keyboard.press('Enter');
    // No link is cut off.
    const boxes = await menu
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    expect(boxes).toHaveLength(14);
    expect(boxes.flat().filter((edge) => edge < 0 || edge > width)).toEqual([]);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: texts.sessionsTitle }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: texts.sessionsTitle, level: 1 }).waitFor();
  // The menu of the next page is closed.
  expect(await menu.getByRole('link').count()).toBe(0);
  await context.close();
});

test('a list that fails to load says so and can be retried', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.route('**/api/v1/accounts?*', (route) => route.abort(), { times: 1 });
  await page.goto('/admin/users');
  await page.getByRole('alert').getByText(texts.notLoaded).waitFor();
  await page.getByRole('button', { name: texts.retry }).click();
  await findRow(page, 'ana@lurana.example').waitFor();
  await context.close();
});

test('markup in a user’s name is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)> $& $1 {email}';
  const context = await site.signedIn();
  const link = await invite(context, 'eva@lurana.example', name);
  const page = await context.newPage();
  await page.goto('/admin/users');
  await expect.poll(() => findRow(page, 'eva@').getByRole('rowheader').textContent()).toBe(name);
  const userPage = await accept(site.browser, link);
  await userPage.goto('/account');
  await userPage.locator('.account__name').getByText(name, { exact: true }).waitFor();
  for (const each of [page, userPage]) expect(await each.locator('img').count()).toBe(0);
  await userPage.context().close();
  await context.close();
});

test('an announcement is above the pages of every reader, until they close it', async () => {
  const context = await site.signedIn();
  const reader = await site.signedIn();
  const reading = await reader.newPage();
  await reading.clock.install();
  await reading.goto('/');
  await waitForShell(reading);
  const page = await context.newPage();
  await page.goto('/admin/announcement');
  await page.getByLabel(texts.announcementOwn).check();
  await page.getByLabel(texts.announcementText).fill('**Closed** on Monday, see [why](/account)');
  await page.getByLabel(texts.announcementKind).selectOption('warning');
  await page.getByRole('figure').getByRole('link', { name: 'why' }).waitFor();
  await page.getByRole('button', { name: texts.save }).click();
  await findNotice(page).getByText(texts.announcementSaved).waitFor();
  const findAnnouncement = (where: Page) => where.getByRole('region', { name: texts.announcement });
  // The announcement appears here and on every page opened from now on: the server asks the store every two seconds.
  await findAnnouncement(page).getByText('Closed on Monday').waitFor();
  // An open page shows it within a minute, and announces it to screen readers.
  await reading.clock.runFor(60_000);
  await findAnnouncement(reading).getByText('Closed on Monday').waitFor();
  await reading.locator('[aria-live]', { hasText: 'Closed on Monday, see why' }).waitFor();
  await findAnnouncement(reading).getByRole('button', { name: texts.closeAnnouncement }).click();
  await findAnnouncement(reading).waitFor({ state: 'detached' });
  await reading.reload();
  await waitForShell(reading);
  // The page has received the change and shows nothing.
  await reading.waitForFunction(() => document.getElementById('__announced')?.style.length === 1);
  expect(await findAnnouncement(reading).count()).toBe(0);
  await page.getByLabel(texts.announcementConfigured).check();
  await page.getByRole('button', { name: texts.save }).click();
  await findAnnouncement(page).waitFor({ state: 'detached' });
  for (const each of [context, reader]) await each.close();
});

test('a filtered list can be downloaded for spreadsheets', async () => {
  const context = await site.signedIn({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/admin/audit?event=account-added&order=ascending');
  const row = findRow(page, 'ana@lurana.example').first();
  await row.waitFor();
  // The page shows events in words, but files contain the stored names.
  await expect.poll(() => row.getByText(texts.eventAccountAdded).getAttribute('title')).toBe('account-added');
  await row.getByText(texts.administrator, { exact: true }).waitFor();
  const inOneLine = [
    page.getByRole('searchbox', { name: texts.findAudit }),
    page.getByRole('button', { name: `${texts.download} CSV` }),
    page.getByRole('button', { name: `${texts.download} JSON` }),
  ];
  const tops = await Promise.all(inOneLine.map(async (control) => (await control.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `${texts.download} CSV` }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('audit.csv');
  const text = (await buffer(await download.createReadStream())).toString();
  expect(text).toMatch(/^\uFEFFat,event,email,by,from,detail\r\n/);
  expect(text).toContain('account-added,ana@lurana.example');
  expect(text).not.toContain('signed-in');
  await context.close();
});

test('the served release is marked, and a deploy token is created, shown once and revoked', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/admin/releases');
  await page.getByRole('table', { name: texts.releases }).getByText(texts.releaseLive).first().waitFor();
  await page.getByLabel(texts.tokenName).fill('GitHub Actions');
  await page.getByRole('button', { name: texts.makeToken }).click();
  await page.getByText(/^gatehouse_deploy_\w{49}$/).waitFor();
  const row = findRow(page, 'GitHub Actions');
  await row.getByText('ana@lurana.example').waitFor();
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: texts.endToken }).click();
  await findNotice(page).getByText(texts.tokenEnded.replace('{name}', 'GitHub Actions')).waitFor();
  await row.waitFor({ state: 'detached' });
  // The log names the token as its owner does, without its id.
  await page.goto('/admin/audit?event=deploy-token-ended');
  await page.getByRole('cell', { name: 'GitHub Actions', exact: true }).first().waitFor();
  await context.close();
});

test('the changes of a release are shown, and an earlier release can be served again', async () => {
  const [before] = listReleases(dist).records;
  const manifest = readLiveManifest(dist);
  if (!before || !manifest) throw new Error('there is no release');
  const release = { manifest: { ...manifest, build: 'another' }, siteJson: '{}' };
  const subject = `Write it better: docs/${'folder/'.repeat(20)}page`;
  const { record } = publish(dist, release, { keep: 5, origin: { subject } });
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/admin/releases');
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: texts.releaseActions.replace('{name}', name) }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await findRow(page, record.name).getByText(texts.releaseLive).waitFor();
  await act(record.name, texts.showChanges);
  await page.getByRole('dialog').getByText(subject).waitFor();
  await expect.poll(() => readOverflow(page.getByRole('dialog'))).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await act(before.name, texts.serveAgain);
  await page.getByRole('dialog').getByRole('button', { name: texts.serveAgain, exact: true }).click();
  await findNotice(page).getByText(texts.releaseServed.replace('{name}', before.name)).waitFor();
  await findRow(page, before.name).getByText(texts.releaseLive).waitFor();
  expect(readLiveManifest(dist)?.build).toBe(before.build);
  await context.close();
});

test('a query can be copied as a synonym where there are no documents to write it to', async () => {
  const context = await site.signedIn();
  const query = 'the boss of it all';
  const requests = [{ indexName: 'docs', query }];
  await context.request.post('/1/indexes/*/queries', { data: { requests } });
  const page = await context.newPage();
  await page.goto('/admin/searches?search=boss');
  const { searchActions, makeSynonym, synonymRule, save } = texts;
  await page.getByRole('button', { name: searchActions.replace('{query}', query) }).click();
  await page.getByRole('menuitem', { name: makeSynonym }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(synonymRule).fill('boss');
  await dialog.getByRole('button', { name: save }).click();
  await dialog.getByText(texts.ruleIsWrong).waitFor();
  await dialog.getByLabel(synonymRule).fill('boss => supervisor');
  await page.keyboard.press('Enter');
  await dialog.getByText('boss => supervisor').waitFor();
  await dialog.getByText('_questions/synonyms.txt').waitFor();
  await context.close();
});

test('every mail can be seen as a light and a dark client draws it, and as text', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto('/admin/mails');
  await page.getByRole('button', { name: 'Reset your password for' }).click();
  const frame = page.frameLocator('iframe');
  const card = frame.locator('.card');
  await card.getByText('Hello Grace Hopper,').waitFor();
  const readColour = () => card.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await readColour()).toBe('rgb(255, 255, 255)');
  await page.getByRole('button', { name: texts.themeDark, exact: true }).click();
  await expect.poll(readColour).toBe('rgb(21, 23, 30)');
  await page.getByRole('button', { name: texts.mailAsText }).click();
  await page.getByText(/\/reset\?token=\w+/).waitFor();
  await page.goBack();
  await expect.poll(readColour).toBe('rgb(21, 23, 30)');
  expect(complaints).toEqual([]);
  await context.close();
});

test('feedback can be answered, and found by its answer', async () => {
  const context = await site.signedIn();
  const headers = { origin: site.origin };
  const form = { page: '/docs/guides/everything', helpful: 'no', comment: 'Where are the rows?' };
  expect((await context.request.post('/_feedback', { form, headers, maxRedirects: 0 })).status()).toBe(303);
  const page = await context.newPage();
  await page.goto('/admin/feedback?search=rows');
  const row = findRow(page, 'Where are the rows?');
  const titles: [path: string, title: string][] = await (await context.request.get('/_titles.json')).json();
  const title = new Map(titles).get(form.page);
  if (title === undefined) throw new Error('The page has no title.');
  await expect
    .poll(() => row.getByRole('link', { name: title, exact: true }).getAttribute('href'))
    .toBe(form.page);
  await row.getByText(form.page, { exact: true }).waitFor();
  await row.getByRole('button', { name: texts.feedbackActions.replace('{page}', form.page) }).click();
  await page.getByRole('menuitem', { name: texts.answerReader }).click();
  await page.getByRole('textbox', { name: texts.answerLabel }).fill('Below the form.');
  await page.getByRole('button', { name: texts.answerReader, exact: true }).click();
  await findNotice(page).getByText(texts.feedbackSaved).waitFor();
  await row.getByText(texts.stateAnswered).waitFor();
  await page.goto('/admin/feedback?state=answered');
  await findRow(page, 'Below the form.').waitFor();
  // No feedback matches the filter, which differs from no feedback at all. The button removes the filter.
  await page.goto('/admin/feedback?search=nothing-like-this&state=answered');
  await page.getByText(texts.nothingMatches).waitFor();
  await page.getByRole('button', { name: texts.clearSearch }).click();
  await findRow(page, 'Below the form.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await context.close();
});

test('a dialog begins at its first field, a question at the button that cancels', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/admin/users');
  await findRow(page, 'ana@lurana.example').waitFor();
  const addUser = page.getByRole('button', { name: texts.addUser });
  await addUser.press('Enter');
  const readFocus = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(readFocus).toBe('email');
  // In a narrow window, or at 400 %, the buttons stay inside.
  await page.setViewportSize({ width: 320, height: 640 });
  const submit = page.getByRole('dialog').locator('[type="submit"]');
  await submit.evaluate((button) => {
    button.textContent = 'Add user and send the invitation to the address above';
  });
  await expect.poll(() => submit.evaluate(isInsideParent)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect.poll(() => addUser.evaluate((button) => button === document.activeElement)).toBe(true);
  await choose(page, 'ana@lurana.example', texts.editUser);
  await expect.poll(readFocus).toBe('name');
  await page.keyboard.press('Escape');
  await choose(page, 'ana@lurana.example', texts.remove);
  const cancel = page.getByRole('button', { name: texts.cancel });
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await findRow(page, 'ana@lurana.example').waitFor();
  await context.close();
});

test.each([
  ['/admin/agents', texts.noAgentsWhileOff],
  ['/admin/agents?search=nobody', texts.nothingMatches],
  ['/admin/feedback?search=nothing-like-this', texts.nothingMatches],
  ['/admin/sessions?search=nobody', texts.nothingMatches],
  ['/admin/users?search=nobody', texts.noUsersFound],
])('the empty list %s says one thing, which is announced', async (path, text) => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('.admin__empty').getByText(text, { exact: true }).waitFor();
  const announced = page.locator('.own-page [role=status]:not(:empty)');
  await expect.poll(() => announced.locator('p').allTextContents()).toEqual([text]);
  expect(await page.locator('.own-page [role=note]').count()).toBe(0);
  await context.close();
});

describe.each(['dark', 'light'])('axe finds nothing in the %s theme', (theme) => {
  test.each([390, 1440])('%d px wide', async (width) => {
    const context = await site.signedIn({ viewport: { width, height: 900 } });
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const page = await context.newPage();
    const faults: string[] = [];
    const look = async (name: string) => faults.push(...(await findFaults(page, name)));
    for (const path of ['/admin/users?search=nobody', '/admin/users']) {
      await page.goto(path);
      await waitForShell(page);
      await page.locator('.table-pages').waitFor({ state: 'attached' });
      await look(path);
    }
    await page.getByRole('button', { name: /ana@lurana.example/ }).click();
    await page.getByRole('menu').waitFor();
    await look('a menu');
    await page.getByRole('menuitem', { name: texts.remove }).click();
    await page.getByRole('dialog').waitFor();
    await look('a question');
    await page.getByRole('button', { name: texts.cancel }).click();
    await page.getByRole('button', { name: texts.addUser }).click();
    await page.getByLabel(texts.personEmail, { exact: true }).fill('ana@lurana.example');
    await page.getByRole('button', { name: texts.makeLink }).click();
    await page.getByText(texts.userTaken).waitFor();
    await look('a refused account');
    expect(faults).toEqual([]);
    await context.close();
  });
});

test.each([
  ['dark', 390],
  ['light', 1440],
])('axe finds nothing on the other pages in the %s theme, %d px wide', async (theme, width) => {
  const context = await site.signedIn({ viewport: { width, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await context.newPage();
  const faults: string[] = [];
  for (const [name, ownPage] of Object.entries(allPages)) {
    if (ownPage.audience !== 'administrator' || name === 'users') continue;
    await page.goto(ownPage.path);
    await page.locator('.admin, .admin__form, .admin__lead').first().waitFor();
    await page.locator('.own-page .spinner').first().waitFor({ state: 'detached' });
    faults.push(...(await findFaults(page, name)));
  }
  expect(faults).toEqual([]);
  await context.close();
});
