import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { loadSiteConfig } from '../src/config/load-site-config.ts';
import { composeSiteTexts } from '../src/config/texts.ts';
import { computeAppCode } from '../testing/authenticator-app.ts';
import { launchChromium } from '../testing/chromium.ts';
import { findFreePort } from '../testing/free-port.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { addAuthenticator } from '../testing/passkey-browser.ts';
import type { Bench, Figure } from './bench.ts';
import { cleanEnvironment, projectDir } from './support/measured-run.ts';

/** The manual overrides some of the interface's texts. */
const texts = composeSiteTexts((await loadSiteConfig(path.join(projectDir, 'site'))).config?.texts ?? {});
const READERS = 30;
/** The others use an authenticator app. */
const WITH_PASSKEY = 3;
const PASSWORD = 'a quite different secret';
/** A step that takes longer has failed. */
const STEP_TIMEOUT_MS = 30_000;

/**
 * Measures a newcomer's first hour, as the README describes it: from a clone to a site for thirty people with
 * a second factor. The times are those of the machine, without reading and typing.
 */
export const firstHourBench: Bench = {
  name: 'first-hour',
  about: 'From a clone to 30 invited readers with a second factor',
  whenNamed: true,
  async run({ folder, say }) {
    const checkout = path.join(folder(), 'checkout');
    const figures: Figure[] = [];
    async function measureTime<T>(what: string, work: () => Promise<T>, note?: string): Promise<T> {
      say(what);
      const startedAt = performance.now();
      const result = await work();
      const value = (performance.now() - startedAt) / 60_000;
      figures.push({ what, value, unit: 'min', ...(note && { note }) });
      return result;
    }

    await measureTime('git clone', () =>
      runToEnd('git', ['clone', '--quiet', projectDir, checkout], projectDir),
    );
    await measureTime('npm ci', () => runToEnd('npm', ['ci', '--no-audit', '--no-fund'], checkout));
    const mail = await startMailServer({ secure: 'never' });
    const port = await findFreePort();
    const origin = `http://localhost:${port}`;
    const settings = {
      PORT: String(port),
      BASE_URL: origin,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'docs@example.com',
      SECOND_FACTOR: 'everybody',
      LOG_LEVEL: 'warn',
    };
    writeFileSync(
      path.join(checkout, '.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const server = spawn('npm', ['start'], {
      cwd: checkout,
      env: cleanEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      // npm starts the server, so both must be ended together.
      detached: true,
    });
    const browser = await launchChromium();
    try {
      const setUp = await measureTime('npm start, builds the manual', () =>
        waitForOutput(server.stderr, /http:\S+\/setup\?token=[\w-]+/),
      );
      const administrator = await measureTime('the first administrator, with a second factor', async () => {
        const page = await openPage(browser, new URL(setUp).href.replace('127.0.0.1', 'localhost'));
        await page.getByLabel(texts.setupName).fill('Ana Ruiz');
        await page.getByLabel(texts.setupEmail).fill('ana@example.com');
        await page.getByLabel(texts.setupPassword).fill(PASSWORD);
        await page.getByRole('button', { name: texts.setupButton }).click();
        await addFactor(page, 'passkey');
        return page;
      });
      await measureTime(`${READERS} readers imported`, () => importReaders(administrator, origin));
      const links = await measureTime('every invitation is with the mail server', () =>
        waitForInvitations(mail),
      );
      const article = findArticle(checkout);
      await measureTime(
        'each sets a password, adds a factor and reads a page',
        async () => {
          for (const [n, link] of links.entries()) {
            const page = await openPage(browser, link);
            await acceptInvitation(page, n < WITH_PASSKEY ? 'passkey' : 'codes');
            const answer = await page.goto(origin + article);
            if (answer?.status() !== 200)
              throw new Error(`${article} was answered with ${answer?.status()}.`);
            await page.context().close();
          }
        },
        `${WITH_PASSKEY} by passkey, ${READERS - WITH_PASSKEY} by an app; one after the other`,
      );
      const total = figures.reduce((sum, { value }) => sum + value, 0);
      return [
        ...figures,
        { what: 'in all', value: total, unit: 'min', budget: { limit: 60, kind: 'below' } },
      ];
    } finally {
      await browser.close();
      if (server.pid !== undefined && server.exitCode === null) {
        server.stderr.resume();
        process.kill(-server.pid, 'SIGTERM');
        // Includes the processes that npm has started.
        await once(server, 'close');
      }
      await mail.close();
    }
  },
};

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await page.goto(url);
  return page;
}

async function acceptInvitation(page: Page, factor: 'passkey' | 'codes'): Promise<void> {
  await page.getByLabel(texts.setupNewPassword, { exact: true }).fill(PASSWORD);
  await page.getByLabel(texts.setupRepeatPassword).fill(PASSWORD);
  await page.getByRole('button', { name: texts.inviteButton }).click();
  await addFactor(page, factor);
}

async function addFactor(page: Page, factor: 'passkey' | 'codes'): Promise<void> {
  if (factor === 'passkey') {
    await addAuthenticator(page);
    await page.getByRole('button', { name: texts.createPasskey }).click();
  } else {
    const secret = (await page.locator('.code-key').textContent()) ?? '';
    await page.getByLabel(texts.factorCode).fill(computeAppCode(secret, Date.now()));
    await page.getByRole('button', { name: texts.factorContinue }).click();
  }
  await page.getByRole('link', { name: texts.factorRecoveryKept }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function importReaders(page: Page, origin: string): Promise<void> {
  const lines = Array.from(
    { length: READERS },
    (_, n) => `reader-${n + 1}@example.com,Reader ${n + 1},reader`,
  );
  await page.goto(`${origin}/admin/users`);
  await page.getByRole('button', { name: texts.importUsers }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from(['email,name,role', ...lines].join('\n'));
  await dialog
    .getByLabel(texts.importFile)
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: texts.importCheck }).click();
  await dialog.getByRole('button', { name: `Add ${READERS} accounts` }).click();
  await dialog.getByText(texts.importWaiting.replace('{count}', '0')).waitFor({ timeout: 5 * 60_000 });
}

/** Collects the invitation links from the mails. */
async function waitForInvitations({ received }: MailServer): Promise<string[]> {
  const listLinks = () =>
    received.flatMap(({ text }) => /http:\S+\/invite\?token=[\w-]{43}/.exec(text)?.[0] ?? []);
  while (listLinks().length < READERS) await new Promise((resolve) => setTimeout(resolve, 100));
  return listLinks();
}

/** Returns the address of an article in the manual. */
function findArticle(checkout: string): string {
  const site: { docs: { path: string }[] } = JSON.parse(
    readFileSync(path.join(checkout, 'dist', 'site.json'), 'utf8'),
  );
  const { path: address } = site.docs[Math.floor(site.docs.length / 2)] ?? {};
  if (address === undefined) throw new Error(`No document in ${readdirSync(checkout).join(' ')}`);
  return address;
}

async function runToEnd(command: string, args: string[], cwd: string): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`);
}

async function waitForOutput(output: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface(output)) {
    lines.push(line);
    const [match] = pattern.exec(line) ?? [];
    if (match === undefined) continue;
    output.resume();
    return match;
  }
  throw new Error(`It ended without printing ${pattern}:\n${lines.join('\n')}`);
}
