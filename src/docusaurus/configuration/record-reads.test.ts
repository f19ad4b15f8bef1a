import path from 'node:path';
import { expect, test } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';

const { siteDir, write, load } = createAdoptedFolder();

test.each([
  ['require', "const { readFileSync } = require('fs'); readFileSync('data/a.txt');"],
  ['the whole module', "const fs = require('node:fs'); fs.readFileSync(__dirname + '/data/a.txt', 'utf8');"],
  ['a promise', "await require('fs').promises.readFile('data/a.txt');"],
  ['a module of promises', "await require('node:fs/promises').readFile('data/a.txt');"],
  ['a URL', "require('fs').readFileSync(require('url').pathToFileURL('data/a.txt'));"],
  ['a callback', "await require('util').promisify(require('fs').readFile)('data/a.txt');"],
  ['a stream', "for await (const part of require('fs').createReadStream('data/a.txt')) part;"],
])('a file that the configuration reads is recorded: %s', async (_, code) => {
  write('data/a.txt', 'one');
  write('docusaurus.config.js', `module.exports = async () => { ${code} return {${least}}; };`);
  const { config, reads } = await load();
  expect(config?.name).toBe('Pumps');
  expect(reads?.files).toContain(path.join(siteDir(), 'data/a.txt'));
});

test("folders, missing files and hidden files are recorded, packages and files elsewhere aren't", async () => {
  write('data/a.txt', 'one');
  write('.env', 'A=1');
  write('node_modules/pump/data.txt', 'two');
  write(
    'docusaurus.config.js',
    `const fs = require('fs');
for (const file of ['.env', 'node_modules/pump/data.txt', '/etc/hostname', 'later.txt'])
  try { fs.readFileSync(file); } catch {}
module.exports = {${least}, customFields: { names: fs.readdirSync('data') }};`,
  );
  const { reads } = await load();
  const resolveInSite = (name: string) => path.join(siteDir(), name);
  expect(reads?.folders).toEqual([resolveInSite('data')]);
  expect(reads?.files).toEqual(expect.arrayContaining([resolveInSite('.env'), resolveInSite('later.txt')]));
  expect(reads?.files.filter((file) => /node_modules|etc/.test(file))).toEqual([]);
});
