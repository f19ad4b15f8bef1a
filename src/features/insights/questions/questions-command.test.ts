import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../../../testing/run-command.ts';
import { projectDir, TestSite } from '../../../../testing/test-site.ts';
import { parseYaml } from '../../../content/yaml.ts';
import { openCounts } from '../searches/search-counts.ts';

/** Runs the command for a site, with the bundled interface of this project. */
const run = (site: TestSite, ...args: string[]) =>
  runCommand({
    name: 'questions',
    args,
    folder: projectDir,
    environment: { SITE_DIR: site.root, DATA_DIR: path.join(site.root, 'data'), DIST_DIR: site.distDir },
  });

/** Counts searches without results, as a server does. */
async function countFailedSearches(site: TestSite, ...queries: string[]): Promise<void> {
  const counts = await openCounts({ DATA_DIR: path.join(site.root, 'data') });
  const day = new Date().toISOString().slice(0, 10);
  await counts.add(
    queries.map((query) => ({ day, query, hits: 0 })),
    [],
  );
  await counts.close();
}

const uploads = {
  'docs/uploads.md':
    '# Uploads\n\nFiles of any size.\n\n## Limits\n\n| What you see | Cause |\n| --- | --- |\n| The upload is refused | The disk is full |',
  'docs/refused.md':
    '# Refused requests\n\nWhy a request is refused.\n\n## Guests\n\nGuests need a right to upload. An upload without it is refused.',
  'docs/sharing.md': '# Sharing\n\nTo share a folder with guests, select Share.',
};

test('suggests a question where search misses the section, and writes it on demand', async () => {
  using site = new TestSite(uploads);
  const suggested = await run(site, 'suggest');
  expect(suggested).toMatchObject({ exitCode: 0, err: expect.stringContaining('1 question for 1 section') });
  expect(parseYaml(suggested.out)).toEqual({
    ok: true,
    value: { '/docs/uploads#limits': ['why is the upload refused'] },
  });
  const file = path.join(site.docsDir, '_questions/suggested.yaml');
  expect(existsSync(file)).toBe(false);

  const writeAnswer = await run(site, 'suggest', '--write');
  expect(writeAnswer).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('Added 1 question for 1 section'),
  });
  expect(writeAnswer.out).toContain('_questions/suggested.yaml');
  expect(readFileSync(file, 'utf8')).toBe(suggested.out);

  expect(await run(site, 'suggest')).toMatchObject({
    exitCode: 0,
    out: '',
    err: expect.stringContaining('No questions to add'),
  });
});

test('suggests nothing outside of --section', async () => {
  using site = new TestSite(uploads);
  expect((await run(site, 'suggest', '--section', '/docs/sharing')).out).toBe('');
  expect((await run(site, 'suggest', '--section', '/docs/uploads')).out).toContain('/docs/uploads#limits');
  expect((await run(site, 'suggest', '--section', '/docs/uploads#limits')).out).toContain('upload refused');
  expect((await run(site, 'suggest', '--section', '/docs/upload')).exitCode).toBe(1);
});

test('suggests no question that another section answers better, or that the site has', async () => {
  const uploadsOfGuests =
    '# Refused requests\n\nWhy a request is refused.\n\n## Uploads\n\nGuests need a right.';
  using site = new TestSite({ ...uploads, 'docs/refused.md': uploadsOfGuests });
  expect((await run(site, 'suggest')).out).toBe('');
  site.write('docs/refused.md', uploads['docs/refused.md']);
  for (const address of ['/docs/uploads#limits', '/docs/sharing']) {
    site.write('docs/_questions/a.yaml', `${address}:\n  - why was the upload refused?\n`);
    expect((await run(site, 'suggest')).out).toBe('');
  }
});

test('places English searches that found nothing by their meaning, and lists the others', async () => {
  using site = new TestSite(uploads);
  await countFailedSearches(site, 'rejected', 'maximum', 'maximum', 'banana bread recipe', 'guests');
  const { out, err } = await run(site, 'suggest');
  expect(parseYaml(out)).toMatchObject({
    value: {
      '/docs/refused': ['rejected'],
      '/docs/uploads#limits': ['maximum', 'why is the upload refused'],
    },
  });
  expect(err).toMatch(/fit no section.*\n {2}banana bread recipe \(1\)$/m);
  expect(err).not.toContain('guests');
});

test.each([
  ['de', '# Abrechnungen\n\nJeden Monat.', 'abrechnungszeitraum', '/docs/a'],
  ['es', '# Contraseñas\n\n## Facturas\n\nCada mes.', 'facturómetro', '/docs/a#facturas'],
])('in %s, drafts only from searches that found nothing', async (language, text, query, address) => {
  using site = new TestSite({
    'site.config.ts': `export default { name: 'Acme', i18n: { defaultLocale: '${language}', locales: ['${language}'] } };`,
    'docs/a.md': `${text} To delete a file, select it.`,
    'docs/b.md': '# Notas\n\nTo share a folder with guests, select Share.',
  });
  expect((await run(site, 'suggest')).out).toBe('');
  await countFailedSearches(site, query, 'xyzzy');
  const { out, err } = await run(site, 'suggest');
  expect(parseYaml(out)).toEqual({ ok: true, value: { [address]: [query] } });
  expect(err).toContain('xyzzy (1)');
});

test("adds to suggestions that are there, and changes no file that it can't read", async () => {
  using site = new TestSite(uploads);
  const file = 'docs/_questions/suggested.yaml';
  site.write(file, "# Reviewed.\n'/docs/uploads#limits':\n    - quota # Kim\n/docs/sharing:\n  - guests\n");
  expect(await run(site, 'suggest', '--write')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(path.join(site.root, file), 'utf8')).toBe(
    "# Reviewed.\n'/docs/uploads#limits':\n    - why is the upload refused\n    - quota # Kim\n/docs/sharing:\n  - guests\n",
  );
  const flow = '/docs/uploads#limits: [quota]\n';
  site.write(file, flow);
  expect(await run(site, 'suggest', '--write')).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('  - why is the upload refused'),
    err: expect.stringContaining("can't be changed"),
  });
  expect(readFileSync(path.join(site.root, file), 'utf8')).toBe(flow);
});

test('lists questions that could be removed together', async () => {
  using site = new TestSite({
    ...uploads,
    'docs/_questions/a.yaml':
      '/docs/uploads#limits:\n  - space runs out\n  - does the space run out?\n/docs/sharing:\n  - collaborate\n  - share a folder\n  - invite guests\n  - share with guests\n  - sharing everything\n',
  });
  const { out, exitCode } = await run(site, 'check');
  expect(exitCode).toBe(0);
  expect(out).toContain('  - does the space run out? (another question has the same words)');
  expect(out).toContain('/docs/sharing:\n  - share with guests\n');
  expect(out).not.toMatch(/collaborate|everything/);
  expect(out).toContain('2 of 7 questions can be removed');
  expect((await run(site, 'check', '--section', '/docs/refused')).out).toContain('No question is redundant');
});

test.each([
  [['suggets'], 'suggest'],
  [['suggest', '--section', 'docs/a'], 'begins with "/"'],
  [['check', '--write'], 'option of "suggest"'],
  [['check', 'now'], 'Unexpected argument'],
])('answers misuse with exit code 2: %j', async (args, message) => {
  using site = new TestSite();
  expect(await run(site, ...args)).toMatchObject({ exitCode: 2, err: expect.stringContaining(message) });
});
