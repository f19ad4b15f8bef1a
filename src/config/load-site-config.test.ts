import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSiteConfig } from './load-site-config.ts';

let projectDir: string;
beforeEach(() => {
  projectDir = mkdtempSync(path.join(tmpdir(), 'config-'));
});
afterEach(() => rmSync(projectDir, { recursive: true }));
const write = (text: string) => writeFileSync(path.join(projectDir, 'site.config.ts'), text);

test('defaults are filled in', async () => {
  write("export default { name: 'Manual' };");
  const { config } = await loadSiteConfig(projectDir);
  expect(config).toMatchObject({ name: 'Manual', tagline: '', defaultTheme: 'dark', navbar: { items: [] } });
});

test('every wrong key is named with its line', async () => {
  write("export default {\n  name: 'Manual',\n  tagLine: 'x',\n  defaultTheme: 'blue',\n};");
  const { problems } = await loadSiteConfig(projectDir);
  expect(problems.map(({ line, message }) => [line, message.split(/[ :]/)[0]])).toEqual([
    [4, 'defaultTheme'],
    [3, 'tagLine'],
  ]);
});

test('a line of synonyms that says nothing is named with its place', async () => {
  write(
    "export default {\n  name: 'Manual',\n  search: {\n    synonyms: ['remove, erase', 'delete'],\n  },\n};",
  );
  const { problems } = await loadSiteConfig(projectDir, 'synonyms');
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [4, 'search.synonyms.1: "delete" needs two words or more, separated by commas.'],
  ]);
});

test('a missing file and one that does not parse are problems, not crashes', async () => {
  expect((await loadSiteConfig(projectDir)).problems[0]?.message).toContain('There is no site.config.ts');
  write('export default {');
  expect((await loadSiteConfig(projectDir, 'broken')).problems[0]?.message).toContain('cannot be loaded');
});
