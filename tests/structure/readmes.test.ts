import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commands as allCommands } from '../../src/cli/commands.ts';
import { projectDir } from '../../testing/running-site.ts';

const folders = ['src', 'site/src', 'site/checks', 'testing', 'tests', 'tools', 'bench', 'deploy'];
const readmes = globSync([...folders.map((folder) => `${folder}/**/README.md`), 'decisions/*.md'], {
  cwd: projectDir,
  exclude: ['**/fixtures/**', '**/sites/**', '**/edge*/**'],
});
const sources = globSync('{src,site,testing,tests,tools,bench,deploy,docs}/**/*.{ts,tsx,css,mjs}', {
  cwd: projectDir,
});

test('READMEs and decisions name files that are there', () => {
  expect(readmes.length).toBeGreaterThan(15);
  const missingFiles = readmes.flatMap((readme) => {
    const text = readFileSync(path.join(projectDir, readme), 'utf8');
    const names = [...text.matchAll(/`([\w.][\w./-]*\.(?:tsx?|css|mjs))`/g)].map(([, name = '']) => name);
    const isThere = (name: string) =>
      existsSync(path.join(projectDir, path.dirname(readme), name)) ||
      sources.some((file) => file === name || file.endsWith(`/${name}`));
    return names.filter((name) => !isThere(name)).map((name) => `${readme}: ${name}`);
  });
  expect(missingFiles).toEqual([]);
});

/** Paths that a clone doesn't have, because commands or the reader of the page create them. */
const madeLater = /^(?:data|dist|node_modules)\/|[<:*]/;

/** Folders that Docusaurus gives a site, such as `src/theme/ReactLiveScope`. */
const foldersOfSites = /^src\/(?:components|theme|css|pages)\b/;

const pages = [
  ...globSync('*.md', { cwd: projectDir, exclude: ['CHANGELOG.md'] }),
  ...globSync('{examples,tools,docs,bin,.github,.gitlab}/**/*.md', {
    cwd: projectDir,
    exclude: ['docs/docs/**', 'examples/*/docs/**', 'examples/*/blog/**', '**/node_modules/**'],
  }),
  ...readmes,
].sort();

test('finds pages in every folder with prose', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'README.md',
      'decisions/README.md',
      'examples/README.md',
      'src/search/README.md',
    ]),
  );
});

test.each(pages)('the paths and links in %s exist', (page) => {
  const text = readFileSync(path.join(projectDir, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const folder = path.join(projectDir, path.dirname(page));
  const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => path.join(folder, target));
  const topFolders =
    'src|site|docs|testing|tests|tools|examples|api|bench|deploy|decisions|bin|\\.ci|\\.github|\\.gitlab';
  const namedPaths = [...text.matchAll(new RegExp(`\`((?:${topFolders})/[^\`\\s]*)\``, 'g'))]
    .map(([, name = '']) => name)
    .filter((name) => !madeLater.test(name) && !foldersOfSites.test(name));
  // A page about the manual or an example names paths below that site folder.
  const bases = [projectDir, folder, path.join(projectDir, 'site')];
  const missingPaths = namedPaths.filter((name) => !bases.some((base) => existsSync(path.join(base, name))));
  const missingLinks = links
    .filter((file) => !existsSync(file))
    .map((file) => path.relative(projectDir, file));
  expect([...missingLinks, ...missingPaths]).toEqual([]);
});

test('README leads to the generated pages that list every command and every setting', () => {
  const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
  const schemas = ['environment.ts', 'identity-variables.ts'].map((name) => read(`src/config/${name}`));
  const settings = schemas.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
  );
  expect(settings.length).toBeGreaterThan(50);
  const [environment, commands] = ['docs/docs/reference/environment.md', 'docs/docs/reference/commands.md'];
  expect(read('README.md')).toContain(`(${environment})`);
  expect(read('README.md')).toContain(`(${commands})`);
  const calls = Object.keys(allCommands).map((name) =>
    name === 'start' ? '`npm start`' : `\`npm run ${name}\``,
  );
  expect(settings.filter((name) => !read(environment).includes(`| \`${name}\` |`))).toEqual([]);
  expect(calls.filter((call) => !read(commands).includes(call))).toEqual([]);
});

test('the changelog begins with the version of package.json', () => {
  const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/gm)];
  expect(newest?.[1]).toBe(version);
});
