import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCurrentModule, readDefaultExport } from './load-owners-module.ts';

test.each([
  ['CommonJS', 'a.js', (words: string) => `module.exports = { words: '${words}' };`],
  ['CommonJS by its name', 'a.cjs', (words: string) => `exports.words = '${words}';`],
  ['an ES module', 'a.js', (words: string) => `export default { words: '${words}' };`],
  ['an ES module by its name', 'a.mjs', (words: string) => `export default { words: '${words}' };`],
  ['TypeScript', 'a.ts', (words: string) => `const words: string = '${words}';\nexport default { words };`],
])('loads a changed file of %s as it is now', async (_, name, write) => {
  for (const packageText of ['{}', '{ "type": "module" }']) {
    const folder = mkdtempSync(path.join(tmpdir(), 'module-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'package.json'), packageText);
    const file = path.join(folder, name);
    for (const words of ['first', 'second', 'third']) {
      writeFileSync(file, write(words));
      expect(readDefaultExport(await loadCurrentModule(file))).toMatchObject({ words });
    }
  }
});

test('loads a module that awaits something', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'module-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'a.mjs');
  writeFileSync(file, 'export default { words: await Promise.resolve("later") };');
  expect(readDefaultExport(await loadCurrentModule(file))).toMatchObject({ words: 'later' });
});
