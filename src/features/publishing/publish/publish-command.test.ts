import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildRelease } from '../../../../testing/built-release.ts';
import { fixtureEntries } from '../../../../testing/release.ts';
import { startServer, type TestServer } from '../../../../testing/server.ts';
import { command as rollback } from '../../../cli/rollback.ts';
import { engineFeatures } from '../../index.ts';
import { command as releases } from '../releases/releases-command.ts';
import { command as publish } from './publish-command.ts';

let folder: string;
let server: TestServer;
let origin: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'publishing-commands-'));
  const dist = path.join(folder, 'served');
  await buildRelease(dist, { build: 'before', entries: createEntries('before') });
  server = await startServer({ dist, environment: { PUBLISH_MAX_MB: 10, RELEASES_KEEP: 5 } });
  ({ origin } = await server.listen());
  await buildRelease(path.join(folder, 'dist'), { build: 'older', entries: createEntries('older') });
  await buildRelease(path.join(folder, 'dist'), { build: 'after', entries: createEntries('after') });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => void vi.unstubAllEnvs());

const createEntries = (text: string) => [
  ...fixtureEntries,
  { url: '/docs/new', content: `It says ${text}.` },
];

/** Runs a command on the machine of the server, with the same folders. */
async function run(
  command: { answer: typeof publish.answer },
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  // The test runner sets BASE_URL.
  const all = {
    BASE_URL: undefined,
    DIST_DIR: server.dist,
    DATA_DIR: server.data,
    CI: 'true',
    ...environment,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const answer = await command.answer('command', args, engineFeatures);
  return { exitCode: answer?.exitCode, out: answer?.out ?? '', err: answer?.err ?? '' };
}

async function readArticle(): Promise<string> {
  await server.releases.refresh();
  const cookie = await server.signIn();
  return (await server.get('/docs/new', { cookie, accept: 'text/html' })).body;
}

test('creates, uses, lists and revokes a deploy token, and rolls back what it published', async () => {
  const tokenResult = await run(releases, ['tokens', 'add', 'CI', '--days', '30']);
  const token = { DEPLOY_TOKEN: tokenResult.out };
  expect(tokenResult).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^gatehouse_deploy_\S+$/) });
  const dist = path.join(folder, 'dist');
  const sentResult = await run(publish, [dist, '--to', origin], token);
  expect(sentResult).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(
      /^http:\S+ now serves \S+ with \d+ pages?\. Sent \d+ of \d+ files, \d+ kB in [\d.]+ s\.$/,
    ),
  });
  expect(await readArticle()).toBe('It says after.');

  const { out } = await run(releases, []);
  const [, first = '', second = ''] = out.split('\n');
  expect(first).toMatch(/^\S+ \* +\S+ +CI .* 1 changed$/);
  expect(second).not.toContain('*');
  const rows = JSON.parse((await run(releases, ['--json'])).out);
  expect(rows).toMatchObject([
    { isLive: true, by: 'CI', changes: { changed: { paths: ['/docs/new'] } } },
    {},
  ]);

  expect((await run(rollback, ['20'])).err).toContain('There is no release "20".');
  expect(await run(rollback, [])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining(`Serving ${rows[1].name} again, which was published at `),
  });
  expect(await readArticle()).toBe('It says before.');

  const releaseList = JSON.parse((await run(releases, ['--json'], { DIST_DIR: dist })).out);
  const older = await run(publish, [dist, '--release', releaseList[1].name, '--to', origin], token);
  expect(older).toMatchObject({ exitCode: 0 });
  expect(await readArticle()).toBe('It says older.');
  expect((await run(publish, [dist, '--release', 'none', '--to', origin], token)).exitCode).toBe(1);

  const [, line = ''] = (await run(releases, ['tokens'])).out.split('\n');
  expect(line).toMatch(/^\S+ +CI +command line/);
  expect(await run(releases, ['tokens', 'end', line.split(' ')[0] ?? ''])).toMatchObject({ exitCode: 0 });
  const refusal = await run(publish, [dist, '--to', origin], token);
  expect(refusal).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('The server still serves the old release.'),
  });
  expect(await readArticle()).toBe('It says older.');
});

test.each([
  [['--to'], 2],
  [[], 2],
  [['--to', 'docs.example.com'], 2],
  [['--to', 'http://docs.example.com'], 2],
  [['--to', 'https://ana:secret@docs.example.com'], 2],
  [['dist', 'more', '--to', 'https://docs.example.com'], 2],
  [['--to', 'https://docs.example.com'], 1],
])('publish %j without a token ends with %i and sends nothing', async (args, exitCode) => {
  expect(await run(publish, args)).toMatchObject({ exitCode, out: '' });
});

test('publishes pages for more people only with their number, and a rollback reports them', async () => {
  const tokenResult = await run(releases, ['tokens', 'add', 'CI', '--days', '30']);
  const token = { DEPLOY_TOKEN: tokenResult.out };
  const [narrow, wide] = [path.join(folder, 'narrow'), path.join(folder, 'wide')];
  const withPage = (audience: 'administrator' | 'reader') => [
    ...createEntries(audience),
    { url: '/docs/plans', content: 'Plans.', audience },
  ];
  await buildRelease(narrow, { build: 'narrow', entries: withPage('administrator') });
  await buildRelease(wide, { build: 'wide', entries: withPage('reader') });
  expect(await run(publish, [narrow, '--to', origin], token)).toMatchObject({ exitCode: 0 });
  const refusal = await run(publish, [wide, '--to', origin], token);
  expect(refusal).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(
      /\/docs\/plans \(administrators → readers\).*--widen-audience 1 The server still serves/,
    ),
  });
  const misused = await run(publish, [wide, '--to', origin, '--widen-audience', 'all'], token);
  expect(misused).toMatchObject({ exitCode: 2 });
  const confirmedArguments = [wide, '--to', origin, '--widen-audience', '1'];
  expect(await run(publish, confirmedArguments, token)).toMatchObject({ exitCode: 0 });

  const narrowed = await run(rollback, []);
  expect(narrowed.out).not.toContain('More people');
  expect(narrowed.out).toContain("Machines with a DIST_DIR of their own haven't switched.");
  const [newest] = JSON.parse((await run(releases, ['--json'])).out);
  expect((await run(rollback, [newest.name])).out).toContain(
    'More people than before can now read 1 page or file: /docs/plans (administrators → readers).',
  );
});

test("rollback doesn't mention commands of publishing if that is switched off", async () => {
  const environment = { FEATURES_OFF: 'publishing' };
  const rows: { name: string; isLive: boolean }[] = JSON.parse((await run(releases, ['--json'])).out);
  const refusal = await run(rollback, ['20'], environment);
  expect(refusal.err).toContain('There is no release "20". Releases: ');
  for (const { name } of rows) expect(refusal.err).toContain(name);
  const earlier = rows.find(({ isLive }) => !isLive);
  const { exitCode, out } = await run(rollback, [earlier?.name ?? ''], environment);
  expect(exitCode).toBe(0);
  expect(out).toMatch(new RegExp(`^Serving ${earlier?.name} again, .*was served\\.$`));
});
