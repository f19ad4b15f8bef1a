// @module-tag chromium
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEV_CHANGES_URL } from '../../src/model/urls.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { projectDir, TestSite } from '../../testing/test-site.ts';

/** Copies the engine, so that a change of a source doesn't affect other tests. */
function copyEngine() {
  const root = mkdtempSync(path.join(tmpdir(), 'engine-'));
  for (const name of ['src', 'tools', 'package.json'])
    cpSync(path.join(projectDir, name), path.join(root, name), { recursive: true });
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(root, 'node_modules'));
  const save = (file: string, change: (source: string) => string) => {
    const fullPath = path.join(root, 'src', file);
    const source = readFileSync(fullPath, 'utf8');
    const changedSource = change(source);
    if (changedSource === source) throw new Error(`${file} no longer holds what this test changes.`);
    writeFileSync(fullPath, changedSource);
  };
  return { root, save };
}

async function startPreview(root: string, siteDir: string) {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['tools/dev-engine.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SITE_DIR: siteDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Preview:') && resolve());
    child.once('exit', () => reject(new Error('It ended before it served.')));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

test('shows a saved component, style, compiler and server source in the open page', {
  // Each step bundles or starts the engine again.
  timeout: 5 * PATIENCE_MS,
}, async () => {
  using site = new TestSite({ 'docs/page.md': '# Page\n\n:::tip\n\nA tip.\n\n:::\n' });
  const { root, save } = copyEngine();
  const preview = await startPreview(root, site.root);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    // A page hears of a restart once its script has connected.
    let isConnected = false;
    page.on('framenavigated', () => {
      isConnected = false;
    });
    page.on('response', (answer) => {
      if (answer.url() === preview.origin + DEV_CHANGES_URL) isConnected = true;
    });
    const response = await page.goto(`${preview.origin}/docs/page`);
    expect(response?.headers()['referrer-policy']).toBe('same-origin');
    const tip = page.locator('.theme-admonition-tip');
    await tip.getByText('A tip.').waitFor();
    await expect.poll(() => isConnected).toBe(true);

    save('ui/article/article-page.tsx', (source) =>
      source.replace('<article className="page__article">', '$& <p>From a component</p>'),
    );
    await page.getByText('From a component').waitFor();

    save('ui/article/admonitions.css', (source) => `${source}\n.theme-admonition { opacity: 0.5; }\n`);
    await expect.poll(() => tip.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.5');
    await expect.poll(() => isConnected).toBe(true);

    // A preview that is stopping still answers on the connections it has.
    await page.route(`**${DEV_CHANGES_URL}`, (route) => route.fulfill({ status: 503 }), { times: 1 });
    save('ui/article/admonitions.css', (source) => source.replace('opacity: 0.5', 'opacity: 0.4'));
    save('markdown/finish/layout.ts', (source) =>
      source.replace("'theme-admonition', ", "'theme-admonition', 'from-the-compiler', "),
    );
    await page.locator('.from-the-compiler').waitFor();
    await expect.poll(() => tip.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.4');
    await expect.poll(() => isConnected).toBe(true);

    const reloadResponse = page.waitForResponse(
      (answer) => answer.headers()['referrer-policy'] === 'no-referrer',
    );
    save('server/http/security-headers.ts', (source) =>
      source.replace("'referrer-policy': 'same-origin'", "'referrer-policy': 'no-referrer'"),
    );
    await reloadResponse;
    await page.close();
  } finally {
    await browser.close();
    await preview.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
