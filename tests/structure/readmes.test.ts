import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandNames } from '../../src/cli/commands.ts';
import { projectDir } from '../../testing/running-site.ts';

const folders = ['src', 'site/src', 'site/checks', 'testing', 'tests', 'bench', 'deploy'];
const readmes = globSync([...folders.map((folder) => `${folder}/**/README.md`), 'decisions/*.md'], {
  cwd: projectDir,
  exclude: ['**/fixtures/**', '**/sites/**', '**/edge*/**'],
});
const sources = globSync('{src,site,testing,tests,bench,deploy}/**/*.{ts,tsx,css,mjs}', { cwd: projectDir });

test('READMEs and decisions name files that are there', () => {
  expect(readmes.length).toBeGreaterThan(15);
  const gone = readmes.flatMap((readme) => {
    const text = readFileSync(path.join(projectDir, readme), 'utf8');
    const names = [...text.matchAll(/`([\w.][\w./-]*\.(?:tsx?|css|mjs))`/g)].map(([, name = '']) => name);
    const isThere = (name: string) =>
      existsSync(path.join(projectDir, path.dirname(readme), name)) ||
      sources.some((file) => file === name || file.endsWith(`/${name}`));
    return names.filter((name) => !isThere(name)).map((name) => `${readme}: ${name}`);
  });
  expect(gone).toEqual([]);
});

test('README lists every command and every setting', () => {
  const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
  const schemas = ['environment.ts', 'identity-variables.ts'].map((name) => read(`src/config/${name}`));
  const settings = schemas.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
  );
  expect(settings.length).toBeGreaterThan(50);
  const readme = read('README.md');
  const calls = commandNames.map((name) => (name === 'start' ? 'npm start' : `npm run ${name}`));
  expect(
    [...settings.map((name) => `\`${name}\``), ...calls].filter((name) => !readme.includes(name)),
  ).toEqual([]);
});
