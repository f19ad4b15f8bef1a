// @module-tag chromium
import type { ServerResponse } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../../testing/axe.ts';
import { launchChromium } from '../../../testing/chromium.ts';
import {
  beginStream,
  type ModelServer,
  startModelServer,
  writeTextEvent,
} from '../../../testing/model-server.ts';
import { runFirstSearch, searchAgain, waitForShell } from '../../../testing/reading.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { TestSite } from '../../../testing/test-site.ts';
import { fillText } from '../../shared/fill-text.ts';
import en from './messages/en.json' with { type: 'json' };

const { search: texts } = en;
const files = {
  'site.config.ts': `export default { name: 'Harbour' };\n`,
  'docs/intro.md': '---\nslug: /\n---\n\n# Intro\n\nThis manual is about the harbour and its boats.\n',
  'docs/moorings.md':
    '# Moorings\n\n## Reserve a mooring\n\n1. Open **Harbour**, then Moorings.\n2. Choose a berth and the nights.\n3. Write `<img src=x>` to the skipper.\n',
};

let site: TestSite;
let model: ModelServer;
let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let origin: string;
beforeAll(async () => {
  site = new TestSite(files);
  await site.build();
  model = await startModelServer();
  const settings = { DATA_DIR: site.root, ANSWERS_URL: model.url, ANSWERS_MODEL: 'llama3.2' };
  server = await startServer({ dist: site.distDir, environment: testEnvironment(settings) });
  ({ origin } = await server.listen());
  browser = await launchChromium();
  context = await browser.newContext({ baseURL: origin });
  const [name = '', value = ''] = (await server.signInAs()).split('=');
  await context.addCookies([{ name, value, url: origin }]);
  await runFirstSearch(context);
  page = await context.newPage();
  await searchAgain(page);
});
afterAll(async () => {
  await context?.close();
  await browser?.close();
  await server?.close();
  await model?.[Symbol.asyncDispose]();
  site?.[Symbol.dispose]();
});

const findButton = (name: string) => page.getByRole('button', { name, exact: true });

async function openQuestion(question: string): Promise<void> {
  await page.goto(origin);
  await waitForShell(page);
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill(question);
}

function endAnswer(response: ServerResponse): void {
  const end = { choices: [{ delta: {}, finish_reason: 'stop' }] };
  response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
}

test('a reader sees where a question goes, has an answer written, stops it, and gets another one', async () => {
  const [harbour, image] = ['Open Harbour, then Moorings [1].', 'Write <img src=x> to the skipper [1].'];
  model.play((response) => {
    beginStream(response);
    response.write(writeTextEvent(`${harbour} Choose a berth`));
  });
  await openQuestion('How do I reserve a mooring?');
  const { host } = new URL(model.url);
  await page.getByText(fillText(texts.writtenWhere, { host, model: 'llama3.2' })).waitFor();
  expect(model.requests).toEqual([]);
  expect(await findAxeViolations(page, '.search-dialog')).toEqual([]);

  await findButton(texts.writeAnswer).click();
  const panel = page.getByRole('region', { name: texts.writtenTitle });
  await panel.getByText('Open Harbour, then Moorings.', { exact: false }).first().waitFor();
  await findButton(texts.writeAnswerStop).click();
  await model.requests[0]?.closed;
  await panel.getByText(texts.writtenStopped).last().waitFor();

  model.play((response) => {
    beginStream(response);
    response.write(writeTextEvent(`${harbour}\n${image}\nCall the captain at once [1].\n`));
    endAnswer(response);
  });
  await findButton(texts.writeAnswerAgain).click();
  await panel.locator('p', { hasText: 'Write <img src=x> to the skipper.' }).waitFor();
  await panel.getByText(fillText(texts.writtenStruck, { count: 1 })).waitFor();
  await panel.getByText(fillText(texts.writtenBy, { host, model: 'llama3.2' })).waitFor();
  expect(await panel.textContent()).not.toContain('captain');
  expect(await panel.locator('img').count()).toBe(0);
  expect(await findAxeViolations(page, '.search-dialog')).toEqual([]);
  expect(model.requests).toHaveLength(2);

  await panel.getByRole('link', { name: 'Moorings › Reserve a mooring' }).click();
  await page.waitForURL('**/docs/moorings#reserve-a-mooring');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('another question ends the answer, and an API that fails leaves a note', async () => {
  model.requests.length = 0;
  model.play((response) => beginStream(response));
  await openQuestion('How do I reserve a mooring?');
  await findButton(texts.writeAnswer).click();
  await expect.poll(() => model.requests.length).toBe(1);
  await page.getByRole('combobox').fill('How do I open the harbour?');
  await model.requests[0]?.closed;
  model.play((response) => void response.writeHead(500).end());
  await findButton(texts.writeAnswer).click();
  await page.getByText(texts.writtenFailed).last().waitFor();
  await findButton(texts.writeAnswerAgain).waitFor();
});
