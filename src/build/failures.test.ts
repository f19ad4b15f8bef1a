import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateDocs } from '../../testing/generated-docs/generate-docs.ts';
import { listErrors, projectDir, TestSite } from '../../testing/test-site.ts';
import { unmount } from '../../testing/unmount.ts';
import { verifyDist } from '../../testing/verify-dist.ts';
import { computeShortHash } from './hashing.ts';

let site: TestSite;
beforeEach(() => {
  site = new TestSite();
});
afterEach(() => site[Symbol.dispose]());

function startBuild(site: TestSite, wrap: string[] = []): ChildProcess {
  const [command = '', ...args] = [
    ...wrap,
    process.execPath,
    path.join(projectDir, 'bin/gatehouse.js'),
    'build',
  ];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, SITE_DIR: site.root, DIST_DIR: site.distDir };
  return spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finish(build: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  build.stdout?.on('data', (text) => (output += text));
  build.stderr?.on('data', (text) => (output += text));
  const [code] = await once(build, 'exit');
  return { code, output };
}

/** Enough time for three complete builds on a busy machine. */
const SLOW_MS = 180_000;

const hashManifest = ({ distDir }: TestSite) =>
  computeShortHash(readFileSync(path.join(distDir, 'manifest.json')));

/** Enough that a build can be killed in each of its steps. */
const DOCUMENTS = 12;

describe('a build killed while', () => {
  /** Each test builds the next release in the same folder. */
  let site: TestSite;
  beforeAll(async () => {
    site = new TestSite();
    generateDocs(site.docsDir, DOCUMENTS);
    expect(listErrors(await site.build())).toEqual([]);
  }, SLOW_MS);
  afterAll(() => site[Symbol.dispose]());

  test.each([
    ['Reading', 2],
    ['Compiling', 3],
    ['Rendering', 4],
    ['Publishing', 5],
  ])(
    '%s leaves the previous release as it was, and the next build succeeds',
    async (step, seed) => {
      const before = hashManifest(site);
      rmSync(site.docsDir, { recursive: true });
      generateDocs(site.docsDir, DOCUMENTS, seed);
      const build = startBuild(site);
      if (!build.stdout) throw new Error('The build has no output.');
      let isReached = false;
      for await (const line of createInterface(build.stdout)) {
        isReached = line.startsWith(step);
        if (isReached) break;
      }
      expect(isReached).toBe(true);
      build.kill('SIGKILL');
      await once(build, 'exit');
      expect(verifyDist(site.distDir)).toEqual([]);
      if (step !== 'Publishing') expect(hashManifest(site)).toBe(before);
      expect(listErrors(await site.build())).toEqual([]);
      expect(verifyDist(site.distDir)).toEqual([]);
      expect(hashManifest(site)).not.toBe(before);
    },
    SLOW_MS,
  );
});

test('makes the second of two builds into one folder wait, and both succeed', async () => {
  generateDocs(site.docsDir, DOCUMENTS);
  const results = await Promise.all([startBuild(site), startBuild(site)].map(finish));
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(results.filter(({ output }) => output.includes('Waiting until it has finished'))).toHaveLength(1);
  expect(verifyDist(site.distDir)).toEqual([]);
});

/** Content that is larger than the file size limit and the free space of the small disk below. */
const LARGE = Buffer.alloc(12 << 20, 'large');

test("publishes nothing and keeps the previous release if a file can't be written completely", async () => {
  generateDocs(site.docsDir, 10);
  expect(listErrors(await site.build())).toEqual([]);
  const before = hashManifest(site);
  mkdirSync(path.join(site.root, 'static'));
  writeFileSync(path.join(site.root, 'static/large.bin'), LARGE);
  const { code, output } = await finish(
    startBuild(site, ['bash', '-c', 'ulimit -f 4096; exec "$@"', 'limited']),
  );
  expect(code).toBe(1);
  expect(output).toContain('Nothing was published');
  expect(hashManifest(site)).toBe(before);
  expect(verifyDist(site.distDir)).toEqual([]);
});

test('publishes nothing, keeps the previous release and frees its space if the disk is full', async () => {
  generateDocs(site.docsDir, 10);
  mkdirSync(site.distDir);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', site.distDir]).status === 0;
  if (!isMounted)
    console.warn(
      "A disk of 10 MB can't be mounted here, so a full disk is tested only as a limit on file size.",
    );
  try {
    expect(listErrors(await site.build())).toEqual([]);
    const before = hashManifest(site);
    const files = site.distFiles();
    site.write('docs/1-part-1/new.md', '# New\n');
    site.write('static/large.bin', LARGE);
    if (isMounted) expect(listErrors(await site.build())).toEqual(['disk']);
    if (isMounted) expect(hashManifest(site)).toBe(before);
    if (isMounted) expect(site.distFiles()).toEqual(files);
    expect(verifyDist(site.distDir)).toEqual([]);
    site.remove('static/large.bin');
    expect(listErrors(await site.build())).toEqual([]);
    expect(verifyDist(site.distDir)).toEqual([]);
  } finally {
    if (isMounted) unmount(site.distDir);
  }
});

test('deletes a damaged cache, prints one line about it, and builds the same release', async () => {
  generateDocs(site.docsDir, 10);
  expect(listErrors(await site.build())).toEqual([]);
  const before = hashManifest(site);
  const cache = site.cacheFile;
  writeFileSync(cache, readFileSync(cache).fill(7, 4096));
  const { code, output } = await finish(startBuild(site));
  expect(code).toBe(0);
  expect(output.match(/cache was damaged/g)).toHaveLength(1);
  expect(hashManifest(site)).toBe(before);
});

test('reports all mistakes in one run, each with its place', async () => {
  site.write('docs/a.md', '---\nsidebar_labl: x\n---\n\n# A\n\n[gone](./gone.md)\n');
  site.write('docs/b.md', '# B\n\n<Unknown />\n\n[c](./c.md#nowhere)\n\n![none](./none.png)\n');
  site.write('docs/c.mdx', '# C\n\n{broken\n');
  site.write('docs/d.md', '---\nslug: /b\n---\n\n# D\n');
  const result = await site.build();
  expect(result.ok).toBe(false);
  expect(site.distFiles()).not.toContain('manifest.json');
  expect(result.problems.find(({ code }) => code === 'unknown-front-matter')).toMatchObject({
    severity: 'warning',
    line: 2,
  });
  const foundErrors = listErrors(result).map((line) => line.replace(`${site.docsDir}/`, ''));
  for (const expected of ['a.md:7', 'b.md:3', 'b.md:5', 'b.md:7', 'c.mdx:3', 'd.md:2']) {
    expect(
      foundErrors.some((line) => line.includes(expected)),
      `${expected} in ${foundErrors.join(', ')}`,
    ).toBe(true);
  }
});

test.each(['<img src="/" />', '![A](/)', '[A](/img)', '<img src="/img/" />', '<img src="./" />', '![A](.)'])(
  'reports a folder where a file is expected: %s',
  async (text) => {
    site.write('docs/a.mdx', `# A\n\n${text}\n`);
    site.write('static/img/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" />');
    const { ok, problems } = await site.build({ BROKEN_LINKS: 'warn' });
    expect(ok).toBe(true);
    expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
  },
);

test('publishes with BROKEN_LINKS=warn, and reports what is broken', async () => {
  site.write('docs/a.md', '# A\n\n[gone](./gone.md)\n\n[part](#gone)\n\n![none](./none.png)\n');
  expect((await site.build()).ok).toBe(false);
  const { ok, problems } = await site.build({ BROKEN_LINKS: 'warn' });
  expect(ok).toBe(true);
  expect(problems.filter(({ file }) => file?.endsWith('a.md')).map(({ line }) => line)).toEqual([3, 5, 7]);
  expect(site.page('/docs/a')).toContain('<h1>A</h1>');
});

test('reports a missing or empty docs folder, and refuses a dist folder that contains sources', async () => {
  expect(listErrors(await site.build({ DOCS_DIR: path.join(site.root, 'none') }))[0]).toContain('no-docs');
  expect(listErrors(await site.build())[0]).toContain('no-docs');
  expect(listErrors(await site.build({ DIST_DIR: site.root }))).toEqual(['dist-dir']);
});
