// @module-tag git
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createPublishingServer } from '../../src/features/publishing/publish/publishing-server.ts';
import { readRelease } from '../../src/features/publishing/publish/read-release.ts';
import { listReleases } from '../../src/releases/release-record.ts';
import { buildRelease } from '../../testing/built-release.ts';
import { createDeployToken } from '../../testing/deploy-token.ts';
import { publishTo } from '../../testing/publish-to.ts';
import { fixtureEntries } from '../../testing/release.ts';
import { projectDir } from '../../testing/running-site.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { TestSite } from '../../testing/test-site.ts';

const github = z.object({
  jobs: z.object({
    publish: z.object({
      steps: z.array(
        z.object({
          run: z.string().optional(),
          uses: z.string().optional(),
          with: z.object({ 'fetch-depth': z.number().optional() }).optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  }),
});
const gitlab = z.object({
  documentation: z.object({
    variables: z.object({ GIT_DEPTH: z.number().optional() }),
    script: z.array(z.string()),
  }),
});

/** How each forge follows the recipe: how much history it fetches (0 means all), and which commands it then runs. */
const recipes = [
  ...readFileSync(path.join(projectDir, 'docs/docs/operators/3-publish.md'), 'utf8').matchAll(
    /^```yaml\n(.*?)^```/gms,
  ),
]
  .map(([, text = '']) => load(text))
  .map((recipe) => {
    const { data } = github.safeParse(recipe);
    if (data) {
      const { steps } = data.jobs.publish;
      const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      const commands = steps.flatMap(({ run }) => run ?? []);
      return { forge: 'GitHub', depth: checkout?.with?.['fetch-depth'] ?? 1, commands };
    }
    const { variables, script } = gitlab.parse(recipe).documentation;
    return { forge: 'GitLab', depth: variables.GIT_DEPTH ?? 20, commands: script };
  });

let folder: string;
let forge: string;
let server: TestServer;
let token: string;
let origin: string;

// Two people commit at different times. A clone of the last commit alone knows neither person nor time.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'recipes-'));
  forge = path.join(folder, 'forge');
  execFileSync('git', ['init', '-q', forge]);
  writeFileSync(path.join(forge, '.gitignore'), 'dist\n');
  writeFileSync(
    path.join(forge, 'site.config.ts'),
    'export default { docs: [{ showLastUpdateAuthor: true }] };\n',
  );
  commit('a.md', 'Ana', '2023-01-02T00:00:00Z');
  commit('b.md', 'Ben', '2024-03-04T00:00:00Z');
  const dist = path.join(folder, 'served');
  await buildRelease(dist, { entries: fixtureEntries });
  server = await startServer({ dist, environment: { PUBLISH_MAX_MB: 100, RELEASES_KEEP: 5 } });
  ({ origin } = await server.listen());
  token = await createDeployToken(server);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function commit(name: string, author: string, date: string): void {
  mkdirSync(path.join(forge, 'docs'), { recursive: true });
  writeFileSync(path.join(forge, 'docs', name), `# Of ${author}\n`);
  runGit(forge, 'add', '.');
  const who = ['-c', `user.name=${author}`, '-c', `user.email=${author}@example.com`];
  execFileSync('git', [...who, 'commit', '-qm', `Write ${name}`], {
    cwd: forge,
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
}

const runGit = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** Checks out one commit without a branch, like the runners of both forges. */
function checkOut(into: string, depth: number): string {
  const hash = runGit(forge, 'rev-parse', 'HEAD');
  runGit(into, 'init', '-q');
  runGit(into, 'remote', 'add', 'origin', `file://${forge}`);
  runGit(into, 'fetch', '-q', ...(depth === 0 ? [] : [`--depth=${depth}`]), 'origin', hash);
  runGit(into, 'checkout', '-q', '--detach', hash);
  return hash;
}

test('a recipe for each of two forges builds, and publishes with a command that exists', () => {
  expect(recipes.map(({ forge }) => forge)).toEqual(['GitHub', 'GitLab']);
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8')));
  for (const { commands } of recipes) {
    const [install = '', ...rest] = commands;
    expect(install).toMatch(/^npm ci\b/);
    expect(rest).toEqual(['npm run build', 'npm run publish -- dist --to https://docs.example.com']);
  }
  expect(scripts).toMatchObject({ build: expect.any(String), publish: expect.any(String) });
});

test.each([...new Set(recipes.map(({ depth }) => depth))])(
  'pages say when and by whom they were written, with the history that recipes fetch (%i; 0 is all)',
  async (depth) => {
    using site = new TestSite();
    rmSync(site.docsDir, { recursive: true });
    const hash = checkOut(site.root, depth);
    expect(await site.build()).toMatchObject({ ok: true });
    const read = await readRelease(site.distDir, {});
    if ('error' in read) throw new Error(read.error);
    const through = createPublishingServer({ to: new URL(origin), token });
    const sentResult = await publishTo(through, site.distDir, read.publication);
    expect(sentResult).toMatchObject({ sent: { release: expect.any(String) } });
    expect(listReleases(server.dist).live?.origin).toMatchObject({
      ...{ commit: hash, author: 'Ben', subject: 'Write b.md' },
    });
    const cookie = await server.signIn();
    for (const [page, date, author] of [
      ['/docs/a', '2023-01-02', 'Ana'],
      ['/docs/b', '2024-03-04', 'Ben'],
    ] as const) {
      const { body } = await server.get(page, { cookie, accept: 'text/html' });
      expect(body).toMatch(new RegExp(`<time dateTime="${date}T00:00:00.000Z">.*?</time>.{0,40}${author}`));
    }
  },
);
