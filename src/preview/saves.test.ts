// @module-tag chromium

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { projectDir, TestSite } from '../../testing/test-site.ts';
import { english } from '../config/texts.ts';
import { engineFeatures } from '../features/index.ts';
import { DEV_PAGE_URL } from '../model/urls.ts';
import { type Preview, startPreview } from './preview.ts';

let browser: Browser;
let page: Page;
let site: TestSite;
let elsewhere: TestSite;
let preview: Extract<Preview, { ok: true }>;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  elsewhere = new TestSite();
  site = new TestSite({
    'docs/a.md': writeText('the beginning'),
    'docs/folder/b.md': writeText('the beginning'),
  });
  elsewhere.write('docs/linked.md', writeText('the beginning'));
  site.write('api/spec.yaml', describeApi('First', 'types.yaml'));
  site.write('api/types.yaml', 'Order: { type: object, properties: { number: { type: string } } }\n');
  const config = {
    linkedFolders: [elsewhere.root],
    openApi: { pageSets: [{ specPath: 'api/spec.yaml', outputDir: 'docs/api' }] },
  };
  site.write('site.config.ts', `export default ${JSON.stringify(config)};\n`);
  symlinkSync(path.join(elsewhere.docsDir, 'linked.md'), path.join(site.docsDir, 'link.md'));
  mkdirSync(path.join(elsewhere.root, 'shared'));
  elsewhere.write('shared/c.md', writeText('the beginning'));
  symlinkSync(path.join(elsewhere.root, 'shared'), path.join(site.docsDir, 'shared'));
  execFileSync('git', ['init', '-q', '-b', 'main', site.root]);
  const environment = testEnvironment({
    ...site.environment(),
    BACKUP_DIR: undefined,
    RELEASES_KEEP: '10',
    LOG_LEVEL: 'silent',
    PORT: '0',
  });
  const startResult = await startPreview({
    features: engineFeatures,
    environment,
    workDir: projectDir,
    gate: false,
  });
  if (!startResult.ok) throw new Error(startResult.problems.map(({ message }) => message).join('\n'));
  preview = startResult;
}, 5 * PATIENCE_MS);
afterAll(async () => {
  await preview?.close();
  await browser.close();
  site[Symbol.dispose]();
  elsewhere[Symbol.dispose]();
});

function writeText(words: string): string {
  return `# Page\n\nThis is ${words}.\n`;
}

function describeApi(summary: string, types: string, more = ''): string {
  return `openapi: 3.0.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: getOrders
      summary: ${summary}
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: '${types}#/Order' } } } }
${more}`;
}

/** Each replaces the content of a file as some editor or tool does. */
const saves = {
  'in place': (file: string, content: string) => writeFileSync(file, content),
  'in place, emptied first': (file: string, content: string) => {
    const handle = openSync(file, 'r+');
    ftruncateSync(handle, 0);
    writeSync(handle, content);
    closeSync(handle);
  },
  'a new file renamed over it': (file: string, content: string) => {
    writeFileSync(`${file}.tmp`, content);
    renameSync(`${file}.tmp`, file);
  },
  'a hidden file renamed over it': (file: string, content: string) => {
    const hiddenFile = path.join(path.dirname(file), `.${path.basename(file)}.swx`);
    writeFileSync(hiddenFile, content);
    renameSync(hiddenFile, file);
  },
  'a file of another folder renamed over it': (file: string, content: string) => {
    const other = path.join(site.root, 'scratch.md');
    writeFileSync(other, content);
    renameSync(other, file);
  },
  'deleted and created': (file: string, content: string) => {
    unlinkSync(file);
    writeFileSync(file, content);
  },
  'renamed to a backup, then created': (file: string, content: string) => {
    renameSync(file, `${file}~`);
    writeFileSync(file, content);
    unlinkSync(`${file}~`);
  },
  'sed -i': (file: string, content: string) => {
    const words = /This is (.*)\./.exec(content)?.[1] ?? '';
    execFileSync('sed', ['-i', `s/This is .*/This is ${words}./`, file]);
  },
  'the folder replaced by another': (file: string, content: string) => {
    const folder = path.dirname(file);
    const next = path.join(site.root, 'next');
    mkdirSync(next);
    execFileSync('cp', ['-R', '-P', `${folder}/.`, next]);
    writeFileSync(path.join(next, path.basename(file)), content);
    renameSync(folder, path.join(site.root, 'before'));
    renameSync(next, folder);
    rmSync(path.join(site.root, 'before'), { recursive: true });
  },
  'the folder deleted and created': (file: string, content: string) => {
    const folder = path.dirname(file);
    const copiedFolder = path.join(site.root, 'kept');
    execFileSync('cp', ['-R', '-P', folder, copiedFolder]);
    rmSync(folder, { recursive: true });
    execFileSync('cp', ['-R', '-P', copiedFolder, folder]);
    writeFileSync(file, content);
    rmSync(copiedFolder, { recursive: true });
  },
  // File systems give the number of a removed folder to the next one.
  'the folder deleted, and one of the same number created': (file: string, content: string) => {
    const folder = path.dirname(file);
    const otherFiles = readdirSync(folder)
      .filter((name) => name !== path.basename(file))
      .map((name) => [path.join(folder, name), readFileSync(path.join(folder, name))] as const);
    const before = statSync(folder).ino;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      if (statSync(folder).ino === before) break;
    }
    for (const [other, bytes] of otherFiles) writeFileSync(other, bytes);
    writeFileSync(file, content);
  },
  'a checkout of Git': (file: string, content: string) => {
    const runGit = (...args: string[]) =>
      execFileSync('git', ['-C', site.root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
    runGit('add', '-A', 'docs');
    runGit('commit', '-q', '--allow-empty', '-m', 'before');
    runGit('checkout', '-q', '-b', `branch-${Date.now()}`);
    writeFileSync(file, content);
    runGit('commit', '-q', '-a', '--allow-empty', '-m', 'after');
    runGit('checkout', '-q', 'main');
    runGit('checkout', '-q', '-');
  },
} satisfies Record<string, (file: string, content: string) => void>;

type Save = keyof typeof saves;
const names = Object.keys(saves).filter((name): name is Save => Object.hasOwn(saves, name));

let sequence = 0;
async function shows(file: string, save: Save): Promise<void> {
  sequence += 1;
  const words = `save ${sequence} of ${path.basename(file)}`;
  saves[save](file, writeText(words));
  await page.getByText(`This is ${words}.`).waitFor();
}

test.each(names)('a file that is saved again and again shows each time: %s', async (save) => {
  const file = path.join(site.docsDir, 'folder/b.md');
  await page.goto(`${preview.origin}/docs/folder/b`);
  for (let time = 0; time < 3; time += 1) await shows(file, save);
  // Editors save in several ways. The preview notices each.
  await shows(file, 'in place');
  await shows(file, 'a new file renamed over it');
  await shows(file, 'in place');
});

test(
  'notices any way to save after any other',
  async () => {
    const file = path.join(site.docsDir, 'a.md');
    await page.goto(`${preview.origin}/docs/a`);
    const ofFile = names.filter((name) => !/folder|Git/.test(name) || name.includes('another folder'));
    // Each goes before and after itself and all others: a, a, b, a, c, a; b, b, c, b; …
    for (const [index, first] of ofFile.entries()) {
      await shows(file, first);
      await shows(file, first);
      for (const second of ofFile.slice(index + 1)) {
        await shows(file, second);
        await shows(file, first);
      }
    }
  },
  5 * PATIENCE_MS,
);

test('notices saves after the outermost folder of documents was replaced', async () => {
  const file = path.join(site.docsDir, 'a.md');
  await page.goto(`${preview.origin}/docs/a`);
  await shows(file, 'the folder replaced by another');
  await shows(file, 'in place');
  await shows(file, 'the folder deleted and created');
  await shows(file, 'a new file renamed over it');
  await page.goto(`${preview.origin}/docs/folder/b`);
  const below = path.join(site.docsDir, 'folder/b.md');
  await shows(below, 'in place');
});

test('shows the last save, even if the page after an earlier one arrives later', async () => {
  const file = path.join(site.docsDir, 'a.md');
  await page.goto(`${preview.origin}/docs/a`);
  await shows(file, 'in place');
  const later = Promise.withResolvers<void>();
  const early = Promise.withResolvers<void>();
  await page.route(
    `**${DEV_PAGE_URL}?*`,
    async (route) => {
      const response = await route.fetch();
      early.resolve();
      await later.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  writeFileSync(file, writeText('the earlier one'));
  await early.promise;
  await shows(file, 'in place');
  await page.evaluate(() => {
    const root = document.documentElement;
    const note = () => root.toggleAttribute('data-went-back', root.textContent.includes('the earlier one'));
    new MutationObserver(note).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  const overtaken = page.waitForEvent('requestfinished', (request) => request.url().includes(DEV_PAGE_URL));
  later.resolve();
  await overtaken;
  await shows(file, 'in place');
  expect(await page.locator('[data-went-back]').count()).toBe(0);
});

test('notices saves behind links, and links that get another target', async () => {
  await page.goto(`${preview.origin}/docs/link`);
  const target = path.join(elsewhere.docsDir, 'linked.md');
  for (const save of ['in place', 'a new file renamed over it', 'deleted and created', 'in place'] as const)
    await shows(target, save);
  const other = path.join(elsewhere.docsDir, 'other.md');
  writeFileSync(other, writeText('another target'));
  const link = path.join(site.docsDir, 'link.md');
  unlinkSync(link);
  symlinkSync(other, link);
  await page.getByText('This is another target.').waitFor();
  await shows(other, 'a new file renamed over it');
  await shows(other, 'in place');

  await page.goto(`${preview.origin}/docs/shared/c`);
  const shared = path.join(elsewhere.root, 'shared/c.md');
  for (const save of ['a new file renamed over it', 'in place', 'the folder replaced by another'] as const)
    await shows(shared, save);
  await shows(shared, 'in place');
});

test('notices that a link on the way to a file leads to another folder, each time', async () => {
  for (const name of ['first', 'second', 'third'])
    elsewhere.write(`releases/${name}/page.md`, writeText(`the ${name} release`));
  const current = path.join(elsewhere.root, 'current');
  const lead = (name: string) => {
    symlinkSync(`releases/${name}`, `${current}-next`);
    renameSync(`${current}-next`, current);
  };
  lead('first');
  symlinkSync(path.join(current, 'page.md'), path.join(site.docsDir, 'release.md'));
  await expect.poll(async () => (await fetch(`${preview.origin}/docs/release`)).status).toBe(200);
  await page.goto(`${preview.origin}/docs/release`);
  for (const name of ['second', 'third', 'first', 'second']) {
    lead(name);
    await page.getByText(`This is the ${name} release.`).waitFor();
  }
  await shows(path.join(elsewhere.root, 'releases/second/page.md'), 'in place');
});

test('notices new folders and files moved into them, at any depth', async () => {
  site.write('docs/new/deeper/d.md', writeText('new'));
  const file = path.join(site.docsDir, 'new/deeper/d.md');
  await expect.poll(async () => (await fetch(`${preview.origin}/docs/new/deeper/d`)).status).toBe(200);
  await page.goto(`${preview.origin}/docs/new/deeper/d`);
  await shows(file, 'in place');
  renameSync(path.join(site.docsDir, 'new'), path.join(site.docsDir, 'moved'));
  // The open page is gone and reloads, which would interrupt the next navigation.
  await page.getByRole('heading', { name: english.pageNotFound }).waitFor();
  const movedFile = path.join(site.docsDir, 'moved/deeper/d.md');
  await expect.poll(async () => (await fetch(`${preview.origin}/docs/moved/deeper/d`)).status).toBe(200);
  await page.goto(`${preview.origin}/docs/moved/deeper/d`);
  await shows(movedFile, 'in place');
  await shows(movedFile, 'deleted and created');
});

test('a saved OpenAPI file, or one that it refers to, changes its pages', async () => {
  const read = async (address: string) => (await fetch(`${preview.origin}/docs/api/${address}`)).text();
  const waitFor = (address: string, words: string) => expect.poll(() => read(address)).toContain(words);
  await waitFor('get-orders', 'First');
  site.write('api/spec.yaml', describeApi('Second', 'types.yaml'));
  await waitFor('get-orders', 'Second');
  site.write('api/types.yaml', 'Order: { type: object, properties: { colour: { type: string } } }\n');
  await waitFor('get-orders', 'colour');
  const added =
    "  /returns: { get: { operationId: getReturns, summary: Returns, responses: { '200': { description: OK } } } }\n";
  site.write('api/spec.yaml', describeApi('Third', 'types.yaml', added));
  await waitFor('get-returns', 'Returns');
});

test('notices saves of a file that a document imports from a folder of its own', async () => {
  const describeWords = (words: string) => JSON.stringify({ words });
  const file = path.join(site.root, 'facts/words.json');
  site.write('facts/words.json', describeWords('the beginning'));
  site.write(
    'docs/data.mdx',
    "import data from '../facts/words.json';\n\n# Data\n\nThis is <b>{data.words}</b>.\n",
  );
  await expect.poll(async () => (await fetch(`${preview.origin}/docs/data`)).status).toBe(200);
  await page.goto(`${preview.origin}/docs/data`);
  const waysToSave: Save[] = ['in place', 'a new file renamed over it', 'deleted and created', 'in place'];
  for (const [time, save] of [...waysToSave, 'the folder deleted and created' as const].entries()) {
    saves[save](file, describeWords(`import ${time}`));
    await page.getByText(`import ${time}`, { exact: true }).waitFor();
  }
});

test.each([
  ['CommonJS', 'sidebars.js', (label: string) => `module.exports = { main: [${label}] };`],
  ['an ES module', 'sidebars.js', (label: string) => `export default { main: [${label}] };`],
  ['JSON', 'sidebars.json', (label: string) => `{ "main": [${label}] }`],
])('notices each save of a sidebars file in %s', async (_, name, write) => {
  const createCategory = (label: string) =>
    JSON.stringify({ type: 'category', label, collapsed: false, items: ['a'] });
  try {
    for (const label of ['First', 'Second', 'Third']) {
      site.write(name, write(createCategory(label)));
      await expect.poll(() => readPage('/docs/a')).toContain(`>${label}<`);
    }
  } finally {
    site.remove(name);
  }
});

async function readPage(address: string): Promise<string> {
  return (await fetch(preview.origin + address)).text();
}

test('notices the first file of a folder that was missing at the start', async () => {
  site.write('static/words.txt', 'the first file');
  await expect.poll(() => readPage('/words.txt')).toBe('the first file');
  site.write('src/pages/first.md', writeText('the first page'));
  await expect.poll(() => readPage('/first')).toContain('the first page');
});

test('notices new versions, and versions.json by itself', async () => {
  site.write('versioned_docs/version-1.0/a.md', writeText('version one'));
  site.write('versions.json', '["1.0"]');
  await expect.poll(() => readPage('/docs/a')).toContain('version one');
  site.write('versions.json', '[]');
  await expect.poll(() => readPage('/docs/a')).not.toContain('version one');
  site.write('versions.json', '["1.0"]');
  await expect.poll(() => readPage('/docs/a')).toContain('version one');
  site.write('versioned_docs/version-1.0/a.md', writeText('version one again'));
  await expect.poll(() => readPage('/docs/a')).toContain('version one again');
  site.remove('versions.json');
  await expect.poll(() => readPage('/docs/a')).not.toContain('version one');
});

test('notices saves after the folder around the pages was replaced, or moved there and back', async () => {
  site.write('src/pages/around.md', writeText('the beginning'));
  site.write('src/components/Word.jsx', "export default () => 'word';\n");
  const sources = path.join(site.root, 'src');
  const otherSources = path.join(site.root, 'other-src');
  const replace = () => {
    renameSync(sources, otherSources);
    execFileSync('cp', ['-R', otherSources, sources]);
    rmSync(otherSources, { recursive: true });
  };
  const moveAndReturn = () => {
    renameSync(sources, otherSources);
    renameSync(otherSources, sources);
  };
  await expect.poll(() => readPage('/around')).toContain('the beginning');
  for (const [time, act] of [replace, moveAndReturn, replace, replace, moveAndReturn].entries()) {
    act();
    for (const words of [`change ${time}`, `save after change ${time}`]) {
      site.write('src/pages/around.md', writeText(words));
      await expect.poll(() => readPage('/around')).toContain(words);
    }
  }
});
