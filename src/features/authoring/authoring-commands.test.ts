import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { engineFeatures } from '../index.ts';
import { command as newCommand } from './new-command.ts';
import { command as rename } from './rename/rename-command.ts';
import { command as schema } from './schema-command.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Runs a command, for the site in this folder if there is one. */
async function run(
  command: { answer: typeof newCommand.answer },
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  // The test runner sets BASE_URL.
  for (const [name, value] of Object.entries({ BASE_URL: undefined, ...environment }))
    vi.stubEnv(name, value);
  const answer = await command.answer('command', args, engineFeatures);
  return { exitCode: answer?.exitCode, out: answer?.out ?? '' };
}

test('creates and moves documents, and writes schemas', async () => {
  using site = new TestSite({ 'docs/index.md': '# Manual\n\n[B](guides/b.md)\n' });
  const resolveInSite = (file: string) => path.join(site.root, file);
  const inSite = { SITE_DIR: site.root };
  const createdDocument = await run(
    newCommand,
    ['document', resolveInSite('docs/guides/b.md'), '--title', 'B'],
    inSite,
  );
  expect(createdDocument).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('(address: /docs/guides/b)'),
  });
  expect(
    await run(newCommand, ['category', resolveInSite('docs/guides'), '--label', 'Guides'], inSite),
  ).toMatchObject({
    exitCode: 0,
  });
  expect(
    await run(newCommand, ['document', resolveInSite('docs/guides/b.md'), '--title', 'B'], inSite),
  ).toMatchObject({
    exitCode: 1,
  });
  const moveResult = await run(
    rename,
    [resolveInSite('docs/guides/b.md'), resolveInSite('docs/guides/c.md')],
    inSite,
  );
  expect(moveResult).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('Redirected /docs/guides/b → /docs/guides/c'),
  });
  expect(readFileSync(resolveInSite('docs/index.md'), 'utf8')).toContain('[B](guides/c.md)');
  expect(
    await run(rename, [resolveInSite('docs/none.md'), resolveInSite('docs/c.md')], inSite),
  ).toMatchObject({ exitCode: 1 });

  expect(JSON.parse((await run(schema, ['post'])).out).properties).toHaveProperty('authors');
  expect(await run(schema, ['--write'], inSite)).toMatchObject({ exitCode: 0 });
  for (const name of ['front-matter', 'post', 'category'])
    expect(existsSync(resolveInSite(`.vscode/${name}.schema.json`))).toBe(true);
});
