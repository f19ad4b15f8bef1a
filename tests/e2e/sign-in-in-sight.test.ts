// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFeatureMessages } from '../../src/config/feature-messages.ts';
import { composeSiteTexts } from '../../src/config/texts.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { EMAIL_CHANGE_PATH } from '../../src/model/urls.ts';
import { findWhatHides } from '../../testing/in-sight.ts';
import type { MailServer } from '../../testing/mail-server.ts';
import { openMailingSite } from '../../testing/mailing-site.ts';
import { type Authenticator, addAuthenticator } from '../../testing/passkey-browser.ts';
import type { ReadingSite } from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';
import { findNotice, secret } from './account-steps.ts';

const texts = composeSiteTexts({}, readFeatureMessages(engineFeatures));

let mail: MailServer;
let site: ReadingSite;
let origin: string;
let close: (() => Promise<void>) | undefined;

beforeAll(async () => {
  ({ mail, site, origin, close } = await openMailingSite({
    'docs/index.md': '---\nslug: /\n---\n\n# Pumps\n',
  }));
});
afterAll(() => close?.());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits until a form has led to the documentation. */
const waitForSite = (page: Page) =>
  page.waitForURL(({ pathname }) => ['/', '/docs', '/docs/'].includes(pathname));

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(texts.email).fill(email);
  await page.getByLabel(texts.password).fill(password);
  await press(page, texts.signIn);
}

/** A link of a mail that was sent to this address. */
async function readMailedLink(email: string): Promise<string> {
  const findMail = () => mail.received.findLast(({ to }) => to.includes(email));
  await expect.poll(findMail).toBeDefined();
  return /http:\/\/localhost:\d+\/[\w/-]+\?\S+/.exec(findMail()?.text ?? '')?.[0] ?? '';
}

let people = 0;
/** Invites a new person. Returns their address and the link in the mail. */
async function invitePerson(): Promise<{ email: string; link: string }> {
  people += 1;
  const email = `person-${people}@example.com`;
  const administrator = await site.signedIn();
  const added = await administrator.request.post('/api/v1/accounts', {
    headers: { origin },
    data: { email, name: '', role: 'reader' },
  });
  expect(added.status()).toBe(201);
  await administrator.close();
  return { email, link: await readMailedLink(email) };
}

/** Sets the password in a browser of its own. Returns its page. */
async function acceptInvitation(link: string): Promise<Page> {
  const person = await (await site.browser.newContext({ baseURL: origin })).newPage();
  await person.goto(link);
  await setPassword(person, secret);
  await waitForSite(person);
  return person;
}

/** Returns a link from a mail with which a new person sets another password. */
async function forgetPassword(page: Page): Promise<string> {
  const { email, link } = await invitePerson();
  mail.received.length = 0;
  await (await acceptInvitation(link)).context().close();
  await page.goto('/forgotten');
  await page.getByLabel(texts.email).fill(email);
  await press(page, texts.forgottenButton);
  return readMailedLink(email);
}

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel(texts.setupNewPassword, { exact: true }).fill(password);
  await page.getByLabel(texts.setupRepeatPassword).fill(again);
  await press(page, texts.inviteButton);
}

interface Step {
  title: string;
  act: (page: Page) => Promise<void>;
  result: string;
  /** Errors of forms belong to the field in which readers go on. */
  isError?: boolean;
}

const steps: Step[] = [
  {
    title: 'a wrong password',
    act: (page) => signIn(page, { email: reader.email, password: 'not the password' }),
    result: texts.wrongCredentials,
    isError: true,
  },
  {
    title: 'a request for a new password',
    act: async (page) => {
      await page.goto('/forgotten');
      await page.getByLabel(texts.email).fill('someone@example.com');
      await press(page, texts.forgottenButton);
    },
    result: texts.forgottenSent,
  },
  {
    title: 'an invitation with two passwords that differ',
    act: async (page) => {
      await page.goto((await invitePerson()).link);
      await setPassword(page, secret, 'another secret of mine');
    },
    result: texts.setupPasswordsDiffer,
    isError: true,
  },
  {
    title: 'an invitation with a password that many people have',
    act: async (page) => {
      await page.goto((await invitePerson()).link);
      await setPassword(page, 'passwordpassword');
    },
    result: texts.passwordTooEasy,
    isError: true,
  },
  {
    title: 'an invitation that was used',
    act: async (page) => {
      const { link } = await invitePerson();
      await (await acceptInvitation(link)).context().close();
      await page.goto(link);
    },
    result: texts.inviteInvalid,
  },
  {
    title: 'a new password with two that differ',
    act: async (page) => {
      await page.goto(await forgetPassword(page));
      await setPassword(page, secret, 'another secret of mine');
    },
    result: texts.setupPasswordsDiffer,
    isError: true,
  },
  {
    title: 'a link for a new password that was used',
    act: async (page) => {
      const link = await forgetPassword(page);
      await page.goto(link);
      await setPassword(page, 'a quite new secret');
      await waitForSite(page);
      await page.goto(link);
    },
    result: texts.resetInvalid,
  },
  {
    title: 'a new email that is confirmed',
    act: async (page) => {
      const { link } = await invitePerson();
      const person = await acceptInvitation(link);
      const email = `new-${people}@example.com`;
      await person.goto('/account');
      const section = person.getByRole('region', { name: texts.profileTitle });
      await section.getByLabel(texts.newEmail, { exact: true }).fill(email);
      await section.getByLabel(texts.currentPassword, { exact: true }).fill(secret);
      await section.getByRole('button', { name: texts.changeEmail, exact: true }).click();
      await page.goto(await readMailedLink(email));
      await person.context().close();
      await page.locator(`form[action^="${EMAIL_CHANGE_PATH}"] button`).click();
    },
    result: texts.confirmEmailDone.replace(/\{email\}.*$/, ''),
  },
  {
    title: 'a link of a new email that never was',
    act: async (page) => {
      await page.goto(`${EMAIL_CHANGE_PATH}?token=nothing`);
    },
    result: texts.confirmEmailInvalid,
  },
];

const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 700 },
  // A phone in landscape.
  { width: 640, height: 320 },
];

/** Finds the paragraph of a status or an alert. */
const findAnnounced = (page: Page, text: string) =>
  page.locator('[role=status], [role=alert]').filter({ hasText: text }).last();

async function expectInSight(page: Page, text: string): Promise<void> {
  const result = findAnnounced(page, text);
  await result.waitFor();
  await expect.poll(() => findWhatHides(result)).toBe('in sight');
}

/** The error belongs to the field that has the focus, so that screen readers read it when the page opens. */
async function expectDescribed(page: Page, text: string): Promise<void> {
  const input = page.locator('input:focus');
  await expect.poll(() => input.getAttribute('aria-describedby')).toMatch(/^form-error\b/);
  expect(await page.locator('#form-error').textContent()).toBe(text);
}

let context: BrowserContext;
let page: Page;

describe.each(viewports)('in a window of $width × $height px', (viewport) => {
  beforeEach(async () => {
    context = await site.browser.newContext({ baseURL: origin, viewport });
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
  });
  afterEach(() => context.close());

  test.each(steps)(
    'people see what became of $title',
    { timeout: 60_000 },
    async ({ act, result, isError }) => {
      await act(page);
      await expectInSight(page, result);
      if (isError) await expectDescribed(page, result);
    },
  );

  test('people see what became of a passkey and of the second step', { timeout: 60_000 }, async () => {
    const { email, link } = await invitePerson();
    await (await acceptInvitation(link)).context().close();
    const authenticator: Authenticator = await addAuthenticator(page);
    await signIn(page, { email, password: secret });
    await waitForSite(page);
    await page.goto('/account');
    await press(page, texts.addPasskey);
    const codes = page.getByRole('dialog', { name: texts.recoveryCodesTitle });
    await codes.waitFor();
    const [recoveryCode = ''] = ((await codes.locator('.recovery-codes').textContent()) ?? '').split('\n');
    await codes.getByRole('button', { name: texts.recoveryCodesKept }).click();
    await expectInSight(page, texts.passkeyAdded);
    await authenticator.answer(false);
    await press(page, texts.addPasskey);
    await expectInSight(page, texts.passkeyCancelled);
    await page
      .getByRole('button', { name: texts.renamePasskey.replace(/\{name\}.*/, '') })
      .first()
      .click();
    await page.getByRole('dialog').getByLabel(texts.passkeyName).fill('My phone');
    await page.getByRole('dialog').getByRole('button', { name: texts.rename, exact: true }).click();
    await expectInSight(page, texts.passkeyRenamed);

    await context.clearCookies();
    await signIn(page, { email, password: secret });
    await press(page, texts.factorPasskey);
    await expectInSight(page, texts.factorPasskeyCancelled);
    await page.getByText(texts.recoveryCodeInstead).click();
    await page.getByLabel(texts.recoveryCode).fill('nothing-of-the-kind');
    await page.getByRole('button', { name: texts.factorContinue }).last().click();
    await expectInSight(page, texts.factorWrong);
    await expectDescribed(page, texts.factorWrong);
    await page.getByLabel(texts.recoveryCode).fill(recoveryCode);
    await page.getByRole('button', { name: texts.factorContinue }).last().click();
    await waitForSite(page);
    await page.goto('/account');
    await page.getByRole('button', { name: texts.removePasskey.replace('{name}', 'My phone') }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.removeFactor }).click();
    await expectInSight(page, texts.passkeyRemoved);
    expect(await findNotice(page).count()).toBe(1);
  });
});
