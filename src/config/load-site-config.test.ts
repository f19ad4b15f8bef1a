import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSiteConfig } from './load-site-config.ts';

let siteDir: string;
beforeEach(() => {
  siteDir = mkdtempSync(path.join(tmpdir(), 'config-'));
});
afterEach(() => rmSync(siteDir, { recursive: true }));
const write = (text: string) => writeFileSync(path.join(siteDir, 'site.config.ts'), text);

test('fills in defaults', async () => {
  write("export default { name: 'Manual' };");
  const { config } = await loadSiteConfig(siteDir);
  expect(config).toMatchObject({ name: 'Manual', tagline: '', defaultTheme: 'dark', navbar: { items: [] } });
});

test('reports each wrong key with its line', async () => {
  write("export default {\n  name: 'Manual',\n  tagLine: 'x',\n  defaultTheme: 'blue',\n};");
  const { problems } = await loadSiteConfig(siteDir);
  expect(problems.map(({ line, message }) => [line, message.split(/[ :]/)[0]])).toEqual([
    [4, 'defaultTheme'],
    [3, 'tagLine'],
  ]);
});

test('reports an invalid synonym rule with its line', async () => {
  write(
    "export default {\n  name: 'Manual',\n  search: {\n    synonyms: ['remove, erase', 'delete'],\n  },\n};",
  );
  const { problems } = await loadSiteConfig(siteDir, 'synonyms');
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [4, 'search.synonyms.1: "delete" needs two words or more, separated by commas.'],
  ]);
});

test('uses all defaults without a file', async () => {
  expect(await loadSiteConfig(siteDir)).toMatchObject({ config: { name: 'Documentation' }, problems: [] });
});

test.each([
  ['a syntax error', 'export default {\n  name: ,\n};', 2],
  ['an unknown name', 'const name = 1;\nexport default {\n  name: nmae,\n};', 3],
])('reports %s with its line', async (what, text, line) => {
  write(text);
  for (const version of [what, `${what}, again`]) {
    const { problems } = await loadSiteConfig(siteDir, encodeURIComponent(version));
    expect(problems).toMatchObject([
      { line, message: expect.stringMatching(/can't be loaded: .*[^.]\. Fix it/) },
    ]);
  }
});

test('doesn’t warn about a package of the site without a module type', async () => {
  writeFileSync(path.join(siteDir, 'package.json'), '{}');
  write("import { name } from './name.ts';\nexport default { name };");
  writeFileSync(path.join(siteDir, 'name.ts'), "export const name = 'Manual';");
  const loader = pathToFileURL(path.join(import.meta.dirname, 'load-site-config.ts')).href;
  const program = `const { loadSiteConfig } = await import(${JSON.stringify(loader)});
    console.log((await loadSiteConfig(${JSON.stringify(siteDir)}, 'x')).config?.name);`;
  // Node warns in a process of its own, and not where the tests run.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect([stdout.trim(), stderr]).toEqual(['Manual', '']);
});
