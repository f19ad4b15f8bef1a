import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import siteConfigInput from '../../../site/site.config.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { composeSiteTexts } from '../../config/texts.ts';
import { toBuildFeatures } from '../../features/feature.ts';
import { liveCode } from '../../features/live-code/feature.ts';
import { mermaid } from '../../features/mermaid/feature.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import { bundleUi, selectUsedFiles, type UiBundle } from './bundle.ts';
import type { PartAnswer } from './bundler.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const siteConfig = siteConfigSchema.parse(siteConfigInput);
/** Features with live parts. */
const added = toBuildFeatures([liveCode, mermaid]);
const texts = composeSiteTexts({}, added.messages);
/** A bundler that has run once takes half the time for the next site. */
const keepsProcess = true;

let siteDir: string;
let boundary: SiteBoundary;
/** Absolute paths. */
const styles: string[] = [];
let cacheDir: string;
let bundle: UiBundle;

/** A site with the pages of ours, to which tests add others. */
beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'ui-bundle-'));
  boundary = { roots: [realpathSync(siteDir)], privateFolders: [] };
  cacheDir = path.join(siteDir, '.cache');
  for (const name of ['src/pages', 'theme']) {
    await cp(path.join(repository, 'site', name), path.join(siteDir, name), { recursive: true });
  }
  styles.push(path.join(siteDir, 'style.css'));
  await writeFile(
    path.join(siteDir, 'style.css'),
    '@import "./more.css";\n:root { --ifm-color-primary: #123456 }\n.of-the-site { color: var(--accent) }',
  );
  await writeFile(path.join(siteDir, 'more.css'), '.more { background: url("./paper.svg") }');
  await writeFile(path.join(siteDir, 'paper.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(siteDir, 'drop.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>');
  const live = path.join(siteDir, 'src/live/sandboxed');
  await mkdir(live, { recursive: true });
  await writeFile(path.join(live, 'of-the-thread.ts'), 'postMessage("begun");\n');
  await writeFile(
    path.join(live, 'sandboxed.tsx'),
    `import { openSandbox } from 'gatehouse/sandbox';
import script from './of-the-thread.ts?worker&url';
export const Sandboxed = () => <button onClick={() => openSandbox({ script, onMessage() {}, onStop() {} })}>Run</button>;
`,
  );
  bundle = await bundleSite();
});
afterAll(() => rm(siteDir, { recursive: true, force: true }));

/** Without a blog, like the site of this repository. */
const features = { blog: false, groups: false, public: false, otherEditions: false };

async function bundleSite(options: { features?: typeof features } = { features }): Promise<UiBundle> {
  const logo = { light: path.join(siteDir, 'drop.svg') };
  const result = await bundleUi({
    siteDir,
    boundary,
    texts,
    styles,
    cacheDir,
    logo,
    added,
    keepsProcess,
    ...options,
  });
  if (!result.bundle) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
  return result.bundle;
}

const measureBrotliBytes = async (files: UiBundle['files']) => {
  const contents = await Promise.all(files.map(({ file }) => readFile(file)));
  return contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0);
};

test('the keys cover every module of each part', async () => {
  const { rendererModule, assets, files } = bundle;
  const findFile = (start: string) => files.find(({ url }) => url.startsWith(start))?.file ?? '';
  const parts = {
    renderer: rendererModule,
    shell: findFile(assets.script),
    visitors: findFile(assets.loginScript),
    styles: findFile('/_assets/paper.'),
  };
  const { fingerprints } = await bundleUi({
    siteDir,
    boundary,
    texts,
    styles,
    cacheDir,
    keepsProcess,
    features,
    added,
  });
  const counts: number[] = [];
  for (const [name, file] of Object.entries(parts)) {
    const answer = await readFile(path.join(path.dirname(file), '../answer.json'), 'utf8');
    const { modules }: PartAnswer = JSON.parse(answer);
    const ownModules = modules.filter((module) => existsSync(module));
    expect(Object.keys(fingerprints), name).toEqual(expect.arrayContaining(ownModules));
    counts.push(ownModules.length);
  }
  const [renderer = 0, shell = 0, visitors = 0, styleSheets = 0] = counts;
  expect(renderer).toBeGreaterThan(60);
  expect(shell).toBeGreaterThan(60);
  expect(visitors).toBeGreaterThan(3);
  expect(styleSheets).toBeGreaterThan(0);
});

describe('files that browsers load', () => {
  test('visitors may load only what the sign-in page needs', () => {
    const { loginScript, passkeyScript, firebaseScript, icon, logo } = bundle.assets;
    const forVisitors = bundle.files.filter(({ audience }) => audience === 'visitor').map(({ url }) => url);
    const visitorUrls = [loginScript, passkeyScript, firebaseScript, icon, logo?.src];
    expect(forVisitors.toSorted()).toEqual(visitorUrls.toSorted());
  });

  test('the name of every file contains a hash of its content', () => {
    for (const { url } of bundle.files)
      expect(url).toMatch(/^\/_assets\/[\w.-]+\.[\w-]{8,16}\.(js|css|svg|html)$/);
  });

  test('no script contains a page, title, route or text of the configuration', async () => {
    const pages = await readFile(path.join(siteDir, 'src/pages/index.tsx'), 'utf8');
    const words = [...pages.matchAll(/'((?:\/docs\/|[A-Z])[^']{6,})'/g)].map(([, word]) => word ?? '');
    const links = [...siteConfig.navbar.items, ...siteConfig.footer.columns.flatMap(({ items }) => items)];
    const secrets = [
      ...words,
      siteConfig.name,
      siteConfig.tagline,
      siteConfig.footer.copyright,
      ...links
        .flatMap((link) => ('href' in link ? (link.href ?? []) : []))
        .filter((href) => href.startsWith('/docs/')),
    ];
    expect(words.length).toBeGreaterThan(8);
    // A text of the interface reveals nothing about a page.
    const interfaceTexts = Object.values(texts).join('\n');
    const telling = secrets.filter((secret) => !interfaceTexts.includes(secret));
    // The site's icon may contain the site's name.
    for (const { file } of bundle.files.filter(({ url }) => !url.endsWith('.svg'))) {
      const content = await readFile(file, 'utf8');
      for (const secret of telling) expect(content.includes(secret), `${secret} in ${file}`).toBe(false);
    }
  });

  test('the client of Firebase is in a file of its own, of at most 30 kB', async () => {
    const { firebaseScript = '', loginScript } = bundle.assets;
    const selectFiles = (address: string) => bundle.files.filter(({ url }) => url === address);
    for (const { file, url } of bundle.files) {
      const holds = (await readFile(file, 'utf8')).includes('identitytoolkit');
      expect(holds, url).toBe(url === firebaseScript);
    }
    expect(await measureBrotliBytes(selectFiles(firebaseScript))).toBeLessThan(30_000);
    expect(await measureBrotliBytes(selectFiles(loginScript))).toBeLessThan(900);
    expect(await measureBrotliBytes(selectFiles(bundle.assets.passkeyScript))).toBeLessThan(4_000);
  });

  test('publishes files of a live part only if a page has the part, such as tabs and Mermaid', () => {
    const listPublished = (live: string[]) =>
      selectUsedFiles(bundle, [{ summary: { live: [] } }, { summary: { live } }])
        .map(({ url }) => /^\/_assets\/(tabs|mermaid|mermaid\.tiny)\.[^.]+\.js$/.exec(url)?.[1])
        .filter((name) => name !== undefined);
    expect(listPublished([])).toEqual([]);
    expect(listPublished(['Tabs'])).toEqual(['tabs']);
    expect(listPublished(['Mermaid']).toSorted()).toEqual(['mermaid', 'mermaid.tiny']);
    const all = ['Tabs', 'Mermaid', 'LiveCode', 'Sandboxed'];
    expect(selectUsedFiles(bundle, [{ summary: { live: all } }])).toEqual(bundle.files);
  });

  test('publishes the thread of a live part and the document of its sandbox for readers of its page', () => {
    const files = bundle.files.filter(({ url }) => /sandbox-frame|of-the-thread/.test(url));
    expect(files).toEqual([
      expect.objectContaining({ livePart: 'sandboxed', isOfPages: true }),
      expect.objectContaining({ livePart: 'sandboxed', isOfPages: true }),
    ]);
  });

  test('a site without a blog loads no code for blogs', async () => {
    const readCode = async ({ files, assets }: UiBundle) => {
      const loadedFiles = files.filter(({ url }) => [assets.script, ...assets.preload].includes(url));
      return (await Promise.all(loadedFiles.map(({ file }) => readFile(file, 'utf8')))).join('');
    };
    expect(await readCode(bundle)).not.toContain('blog-index-page');
    const all = await bundleSite({});
    expect(await readCode(all)).toContain('blog-index-page');
    expect(bundle.assets.style).not.toContain('.blog-post');
    expect(all.assets.style).toContain('.blog-post');
  });

  test('an article page loads at most 75 kB of script and 10 kB of style', async () => {
    const { script, preload, shellStyle, style } = bundle.assets;
    const measure = (urls: string[]) =>
      measureBrotliBytes(bundle.files.filter(({ url }) => urls.includes(url)));
    const tabs = bundle.files.filter(({ url }) => url.startsWith('/_assets/tabs.')).map(({ url }) => url);
    expect(await measure([script, ...preload, ...tabs])).toBeLessThan(75_000);
    expect(brotliCompressSync(`${shellStyle}\n${style}`).length).toBeLessThan(10_000);
  });
});

describe('the renderer', () => {
  test('works in a worker thread', async () => {
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(workerData).then(({ renderer }) => parentPort.postMessage(
        renderer.renderLive('Tabs', { items: [{ value: 'a', label: 'A' }], selected: 'a' }, ['<p>slot</p>'])));`;
    const worker = new Worker(code, { eval: true, workerData: bundle.rendererModule });
    const html = await new Promise((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    );
    expect(html).toContain('<p>slot</p>');
    await worker.terminate();
  });
});

describe('an unchanged UI', () => {
  test('is bundled only once', async () => {
    const [before] = await Promise.all(bundle.files.map(({ file }) => stat(file)));
    expect(await bundleSite()).toEqual(bundle);
    const [after] = await Promise.all(bundle.files.map(({ file }) => stat(file)));
    expect(after?.mtimeMs).toBe(before?.mtimeMs);
  });

  test('changes with a page, but not with a test beside it', async () => {
    await writeFile(path.join(siteDir, 'src/pages/new.test.tsx'), '');
    expect((await bundleSite()).hash).toBe(bundle.hash);
    await writeFile(path.join(siteDir, 'src/pages/about.tsx'), 'export default () => <p>About</p>;');
    expect((await bundleSite()).hash).not.toBe(bundle.hash);
  });

  test("bundles that weren't used for a day are deleted, and no others", async () => {
    const home = path.join(cacheDir, 'ui');
    const renderers = (await readdir(home)).filter((name) => name.startsWith('renderer-'));
    const [usedRenderer = '', unusedRenderer = ''] = renderers;
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    await utimes(path.join(home, unusedRenderer), yesterday, yesterday);
    await writeFile(path.join(siteDir, 'src/pages/about.tsx'), 'export default () => <p>another</p>;');
    const { rendererModule } = await bundleSite();
    const newBundle = path.relative(home, rendererModule).split(path.sep)[0] ?? '';
    const filesLeft = await readdir(home);
    expect([
      filesLeft.includes(newBundle),
      filesLeft.includes(usedRenderer),
      filesLeft.includes(unusedRenderer),
    ]).toEqual([true, true, false]);
  });
});

describe("a page that can't be used", () => {
  test('is reported with its file and its route if it has no default export', async () => {
    await writeFile(path.join(siteDir, 'src/pages/about.tsx'), 'export const About = () => <p>About</p>;');
    const { problems } = await bundleUi({ siteDir, boundary, texts, styles, cacheDir, keepsProcess });
    expect(problems).toMatchObject([
      {
        code: 'page-without-default-export',
        file: 'src/pages/about.tsx',
        message: expect.stringContaining('/about'),
      },
    ]);
  });

  test('is reported with the line of a syntax error', async () => {
    await writeFile(path.join(siteDir, 'src/pages/about.tsx'), 'export default () => (\n  <p>About</b>\n);');
    const { problems } = await bundleUi({ siteDir, boundary, texts, styles, cacheDir, keepsProcess });
    expect(problems).toMatchObject([{ code: 'page-syntax', file: 'src/pages/about.tsx', line: 2 }]);
    await rm(path.join(siteDir, 'src/pages/about.tsx'));
  });

  test('is reported once with BROKEN_DOCUMENTS=warn, also beside a warning about a style sheet', async () => {
    await writeFile(path.join(siteDir, 'src/pages/about.tsx'), 'export default () => <p>About</b>;');
    await writeFile(path.join(siteDir, 'far.css'), '@font-face { src: url(https://fonts.example/a.woff2) }');
    const { problems } = await bundleUi({
      siteDir,
      boundary,
      texts,
      styles: [path.join(siteDir, 'far.css')],
      usesInfima: true,
      cacheDir,
      keepsProcess,
      lenient: true,
    });
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['page-syntax', 'error'],
      ['style-elsewhere', 'warning'],
    ]);
    await rm(path.join(siteDir, 'src/pages/about.tsx'));
  });
});

describe('the style of a site', () => {
  test('follows the style of the engine on every page, and its files are for readers', async () => {
    const { style, loginStyle } = bundle.assets;
    expect(style.trim()).toMatch(/\.more\{.*\.of-the-site\{color:var\(--accent\)\}$/s);
    expect(loginStyle).not.toContain('of-the-site');
    // The sign-in page gets the site's colour, and nothing else of the sheet.
    expect(loginStyle).toContain(':root{--accent:#123456;');
    const [, paper] = /\.more\{background:url\(([^)]+)\)/.exec(style) ?? [];
    expect(paper).toMatch(/^\/_assets\/paper\.[\w-]{8}\.svg$/);
    expect(bundle.files.find(({ url }) => url === paper)?.audience).toBe('reader');
  });

  test('makes another bundle when an imported file changes', async () => {
    const before = (await bundleSite()).hash;
    await writeFile(path.join(siteDir, 'more.css'), '.more { color: red }');
    expect((await bundleSite()).hash).not.toBe(before);
  });

  test('is reported with the missing file, the line of a mistake, and what the policy would block', async () => {
    await writeFile(path.join(siteDir, 'more.css'), '.more {\n  color red\n}}');
    await writeFile(path.join(siteDir, 'away.css'), '@import url("https://example.com/font.css");');
    await writeFile(path.join(siteDir, 'nested.scss'), '.more { b { color: red } }');
    await writeFile(path.join(siteDir, 'last.css'), '.last-of-the-site { color: red }');
    const more = ['more.css', 'away.css', 'none.css', 'nested.scss'].map((name) => path.join(siteDir, name));
    const { problems } = await bundleUi({ siteDir, boundary, texts, styles: more, cacheDir, keepsProcess });
    expect(problems).toMatchObject([
      { code: 'style-syntax', file: 'more.css', line: 2 },
      { code: 'style-elsewhere', file: 'away.css' },
      { code: 'style-missing', file: 'none.css' },
      {
        code: 'style-preprocessor',
        file: 'nested.scss',
        message: expect.stringMatching(/`sass` isn.t installed/),
      },
    ]);
    // With BROKEN_DOCUMENTS=warn.
    const last = path.join(siteDir, 'last.css');
    const lenient = await bundleUi({
      siteDir,
      boundary,
      texts,
      styles: [...more, last],
      cacheDir,
      keepsProcess,
      lenient: true,
    });
    expect(lenient.problems).toHaveLength(4);
    expect(lenient.problems[3]).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/left out\.$/),
    });
    expect(lenient.bundle?.assets.style).toContain('.last-of-the-site');
  });
});

test("reports a scope of live code that can't be bundled, and leaves it out with BROKEN_DOCUMENTS=warn", async () => {
  const scope = path.join(siteDir, 'src/theme/ReactLiveScope');
  await mkdir(scope, { recursive: true });
  await writeFile(
    path.join(scope, 'index.js'),
    "import gone from 'no-such-package';\nexport default { gone };\n",
  );
  const options = { siteDir, boundary, texts, styles: [], cacheDir, keepsProcess, features, added };
  const { bundle, problems } = await bundleUi({ ...options, lenient: true });
  expect(problems).toEqual([
    {
      code: 'live-scope',
      severity: 'warning',
      file: scope,
      message: expect.stringMatching(/no-such-package.*It is left out\.$/),
    },
  ]);
  const frames = bundle?.files.filter(({ url }) => /\/live-(?:frame|holder)\./.test(url));
  expect(frames).toHaveLength(2);
  // Only pages with live code load them.
  expect(frames?.map(({ livePart, isOfPages }) => [livePart, isOfPages])).toEqual(
    Array(2).fill(['live-code', true]),
  );
});
