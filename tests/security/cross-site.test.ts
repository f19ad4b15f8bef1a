// @module-tag chromium
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInWithBrowser } from '../../testing/browser-sign-in.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { type OtherSite, startOtherSite } from '../../testing/other-site.ts';
import { canaries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let browser: Browser;
let context: BrowserContext;
let server: TestServer;
let origin: string;
let other: OtherSite;
// The reader is signed in once. An attack that ends the session or replaces it fails all later tests, too.
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  ({ origin } = await server.listen());
  other = await startOtherSite((request, response) => {
    // A form of the attacker redirects the browser and preserves method and body.
    if (request.url?.startsWith('/onwards')) {
      response.writeHead(307, { location: `${origin}/auth/sign-out` }).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>other</title>');
    }
  });
  context = await browser.newContext();
  await (await signInWithBrowser(context, origin)).close();
});
afterAll(async () => {
  await browser.close();
  await other.close();
  await server.close();
});
afterEach(async () => {
  await Promise.all(context.pages().map((page) => page.close()));
});

/** `SameSite` keeps the cookie from other sites, but not from another port of this one. */
const places = {
  'another site': () => `http://attacker.localhost:${other.port}`,
  'another port of this name': () => `http://127.0.0.1:${other.port}`,
};

interface Attack {
  path: string;
  /** Script for the attacker's page. It is written as text, so that it contains nothing of the test. */
  script: (target: string, home: string) => string;
}

const submit = (attributes: string, fields: string) => (target: string) =>
  `document.body.innerHTML = '<form method="post" action="${target}" ${attributes}>${fields}</form>';
   document.forms[0].submit();`;

const attacks: Readonly<Record<string, Attack>> = {
  'a form': { path: '/auth/sign-out', script: submit('', '') },
  'a form in parts': {
    path: '/auth/sign-out',
    script: submit('enctype="multipart/form-data"', '<input name=a>'),
  },
  'a form of plain text': {
    path: '/auth/sign-out',
    script: submit('enctype="text/plain"', '<input name=a>'),
  },
  'a form that signs the reader in as another user': {
    path: '/auth/sign-in',
    script: submit(
      '',
      '<input name=email value="ana@lurana.example"><input name=password value="correct horse battery">',
    ),
  },
  'JSON dressed up as plain text': {
    path: '/auth/sign-in',
    script: submit(
      'enctype="text/plain"',
      `<input name=\\'{"email":"ana@lurana.example","password":"correct horse battery","x":"\\' value=\\'"}\\'>`,
    ),
  },
  'the set-up form': { path: '/setup', script: submit('', '<input name=token value=x>') },
  'a form on an article': { path: '/docs/Tasks', script: submit('', '') },
  'a form that is sent on by a redirect': {
    path: '/auth/sign-out',
    script: (_, home) => submit('', '')(`${home}/onwards`),
  },
  'a form in a sandbox, of no origin': {
    path: '/auth/sign-out',
    script: (target) =>
      `const frame = document.createElement('iframe');
       frame.sandbox = 'allow-forms allow-scripts';
       frame.srcdoc = '<form method="post" action="${target}"></form><script>document.forms[0].submit()<\\/script>';
       document.body.append(frame);`,
  },
  'a call without asking': {
    path: '/auth/sign-out',
    script: (target) =>
      `fetch('${target}', { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => {});`,
  },
  'a call of another method': {
    path: '/auth/sign-out',
    script: (target) => `fetch('${target}', { method: 'DELETE', credentials: 'include' }).catch(() => {});`,
  },
  'a call with JSON': {
    path: '/auth/sign-in',
    script: (target) =>
      `fetch('${target}', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' },
         body: JSON.stringify({ email: 'ana@lurana.example', password: 'correct horse battery' }) }).catch(() => {});`,
  },
  'a beacon': { path: '/auth/sign-out', script: (target) => `navigator.sendBeacon('${target}', 'x');` },
  'a picture': { path: '/auth/sign-out', script: (target) => `new Image().src = '${target}';` },
  'a link': { path: '/auth/sign-out', script: (target) => `location.href = '${target}';` },
};

describe.each(Object.entries(places))('from %s', (_, place) => {
  test.each(Object.entries(attacks))('%s changes nothing', async (_name, { path, script }) => {
    const before = server.log.length;
    const page = await context.newPage();
    await page.goto(place());
    // A navigation of the script may end the call.
    await page.evaluate(script(origin + path, place())).catch(() => {});
    const listLoggedRequests = () => server.log.slice(before).filter((line) => line.path === path);
    await expect.poll(() => listLoggedRequests().length).toBeGreaterThan(0);
    for (const { status, method } of listLoggedRequests())
      expect(Number(status), String(method)).toBeGreaterThanOrEqual(400);
    const session = await context.request.get(`${origin}/auth/session`);
    expect(await session.json()).toMatchObject({ state: 'signed-in', user: { email: 'ana@lurana.example' } });
  });

  test('no page can read what the reader may read', async () => {
    const page = await context.newPage();
    await page.goto(place());
    const read = await page.evaluate(async (site) => {
      const leaks: string[] = [];
      const attemptRead = async (name: string, attempt: () => unknown) => {
        try {
          const result = await attempt();
          if (result) leaks.push(`${name}: ${String(result).slice(0, 200)}`);
        } catch {
          // The request was refused, as expected.
        }
      };
      const load = (element: HTMLElement) =>
        new Promise<boolean>((resolve) => {
          element.onload = () => resolve(true);
          element.onerror = () => resolve(false);
          document.body.append(element);
        });
      const article = `${site}/docs/Tasks`;
      const data = `${site}/_page/docs/Tasks.json`;
      await attemptRead('fetch', async () => (await fetch(article, { credentials: 'include' })).text());
      await attemptRead(
        'opaque',
        async () => (await fetch(data, { mode: 'no-cors', credentials: 'include' })).type,
      );
      await attemptRead('script', () => load(Object.assign(document.createElement('script'), { src: data })));
      await attemptRead('module', () => import(/* @vite-ignore */ `${site}/assets/shell-3c4d.js`));
      await attemptRead('picture', () => load(Object.assign(new Image(), { src: data })));
      await attemptRead('style', () =>
        load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: data })),
      );
      await attemptRead('window', () => open(article)?.document.body.textContent);
      await attemptRead('socket', () => {
        const socket = new WebSocket(`${site.replace('http', 'ws')}/docs/Tasks`);
        return new Promise((resolve) => {
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('');
        });
      });
      return leaks;
    }, origin);
    expect(read).toEqual([]);
    expect(JSON.stringify(read)).not.toContain(canaries['/docs/Tasks']);
  });

  test('a page that opens ours keeps no hold on it, and ours none on the opener', async () => {
    const page = await context.newPage();
    await page.goto(place());
    const [openedWindow] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => {
        Object.assign(window, { held: open(address) });
      }, `${origin}/docs/Tasks`),
    ]);
    await openedWindow.waitForURL(`${origin}/docs/Tasks`);
    expect(await openedWindow.evaluate(() => window.opener)).toBeNull();
    await expect
      .poll(() => page.evaluate(() => (Reflect.get(window, 'held') as Window | null)?.closed ?? true))
      .toBe(true);
  });
});

describe.each(Object.entries(places))('in a frame on %s', (_, place) => {
  const frames = {
    'an iframe': (address: string) => `<iframe src="${address}"></iframe>`,
    'an iframe in a sandbox': (address: string) =>
      `<iframe sandbox="allow-scripts allow-same-origin allow-forms" src="${address}"></iframe>`,
    'an object': (address: string) => `<object data="${address}" type="text/html"></object>`,
    'an embedded page': (address: string) => `<embed src="${address}" type="text/html">`,
  };

  test.each(Object.entries(frames))('%s shows nothing to click', async (_kind, html) => {
    const paths = ['/login', '/docs/Tasks', '/setup', '/docs/nothing'];
    const page = await context.newPage();
    await page.goto(place());
    const before = server.log.length;
    await page.evaluate(
      (markup) => {
        document.body.innerHTML = markup;
      },
      paths.map((path) => html(origin + path)).join(''),
    );
    await expect
      .poll(() => server.log.slice(before).map((line) => line.path))
      .toEqual(expect.arrayContaining(paths));
    await page.waitForLoadState();
    for (const frame of page.frames().slice(1)) {
      // The frame shows the browser's error page, which says that the site refused to connect.
      expect(frame.url()).not.toContain(origin);
      // A frame that was removed in the meantime shows nothing either.
      const frameContent = await frame.content().catch(() => '');
      expect(frameContent).not.toMatch(/<form|canary/);
    }
  });
});
