import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'acorn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareOldNode } from '../../testing/old-node.ts';
import { projectDir } from '../../testing/running-site.ts';

const { version }: { version: string } = JSON.parse(
  readFileSync(path.join(projectDir, 'package.json'), 'utf8'),
);

let root: string;
let siteDir: string;

const files = {
  'site.config.ts': `import { defineSiteConfig } from 'gatehouse/config';
export default defineSiteConfig({
  name: 'Other manual',
  sections: './sections.ts',
  checks: './checks.ts',
  texts: { signIn: 'Entrar' },
});
`,
  'sections.ts': `import { defineSections, type SiteComponent } from 'gatehouse/sections';
const greeting: SiteComponent = ({ whom = 'nobody' }) => [\`## Greetings\\n\\nHello \${whom}.\`];
export default defineSections({ Greeting: greeting });
`,
  'checks.ts': `import { defineChecks } from 'gatehouse/checks';
export default defineChecks(({ site }) =>
  site.docs.map(({ file, title }) => ({ code: 'shout', severity: 'error', file, message: \`"\${title}" isn't loud.\` })),
);
`,
  'src/pages/about.tsx': `import { pageHref, type StandaloneContext } from 'gatehouse/pages';
export const title = 'About';
export default function About({ config }: StandaloneContext) {
  return <p>About <a href={pageHref('/docs/intro')}>{config.name}</a></p>;
}
`,
  'docs/intro.md': '# Intro\n\n<Greeting whom="the world" />\n',
};

/** The package as npm packs it, below `node_modules` of another project, with the packages that it needs beside it. */
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'installed-'));
  execFileSync('npm', ['pack', '--pack-destination', root], { cwd: projectDir, stdio: 'pipe' });
  const modules = path.join(root, 'node_modules');
  mkdirSync(modules);
  execFileSync('tar', ['-xzf', path.join(root, `gatehouse-${version}.tgz`), '-C', modules]);
  execFileSync('mv', [path.join(modules, 'package'), path.join(modules, 'gatehouse')]);
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(modules, 'gatehouse/package.json'), 'utf8'),
  );
  for (const name of Object.keys(dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(projectDir, 'node_modules', name), path.join(modules, name));
  }
  mkdirSync(path.join(modules, '.bin'));
  symlinkSync('../gatehouse/bin/gatehouse.js', path.join(modules, '.bin/gatehouse'));
  writeFileSync(path.join(root, 'package.json'), '{ "name": "a-site", "private": true }');
  siteDir = path.join(root, 'manual');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(siteDir, name)), { recursive: true });
    writeFileSync(path.join(siteDir, name), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function runInstalled(cwd: string, ...args: string[]) {
  const program = path.join(root, 'node_modules/gatehouse/bin/gatehouse.js');
  return spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' },
  });
}

function readPage(dist: string, url: string): string {
  const { entries }: { entries: { url: string; file: string }[] } = JSON.parse(
    readFileSync(path.join(dist, 'manifest.json'), 'utf8'),
  );
  const entry = entries.find((each) => each.url === url);
  return entry ? readFileSync(path.join(dist, entry.file), 'utf8') : '';
}

test('the package holds its licence, its README and its changelog', () => {
  const folder = path.join(root, 'node_modules/gatehouse');
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md'])
    expect(readFileSync(path.join(folder, name), 'utf8')).toBe(
      readFileSync(path.join(projectDir, name), 'utf8'),
    );
});

test('the installed package builds the site folder in which it is called', () => {
  const { status, stderr } = runInstalled(siteDir, 'build');
  expect([status, stderr]).toEqual([0, '']);
  const dist = path.join(siteDir, 'dist');
  expect(readPage(dist, '/docs/intro')).toContain('Hello the world.');
  expect(readPage(dist, '/about')).toContain('<a href="/docs/intro">Other manual</a>');
  expect(readPage(dist, '/')).toContain('<h1>Other manual</h1>');
});

test('the installed package names its commands as users call them', () => {
  const { status, stderr } = runInstalled(root, 'serve');
  expect([status, stderr]).toEqual([1, expect.stringContaining('Run "gatehouse build".')]);
});

test('the installed package builds a site that --site names', () => {
  const { status, stderr } = runInstalled(root, 'build', '--site', 'manual');
  expect([status, stderr]).toEqual([0, '']);
  expect(readPage(path.join(root, 'dist'), '/docs/intro')).toContain('Hello the world.');
});

test('the check of the installed package runs the general rules, and those of the site', () => {
  const { status, stdout, stderr } = runInstalled(siteDir, 'check');
  expect(status).toBe(1);
  expect(stderr).toContain('intro.md: "Intro" isn\'t loud.');
  expect(stderr).toContain('Failed checks: rules of this site.');
  expect(stdout).toContain('Content');
});

describe('with an older Node in PATH', { tags: 'old-node' }, () => {
  const resolveNodePackage = () => path.join(root, 'node_modules/node');
  const installations = [
    ['node_modules/.bin/gatehouse', []],
    ['npx', ['--no', '--', 'gatehouse']],
    ['node', ['node_modules/gatehouse/bin/gatehouse.js']],
  ] as const;

  test.each(installations)('%s hands over to the npm package node', (program, args) => {
    symlinkSync(path.join(projectDir, 'node_modules/node'), resolveNodePackage());
    try {
      const { status, stdout, stderr } = prepareOldNode(root).run(root, program, ...args, '--version');
      expect(status, stderr).toBe(0);
      expect(stdout.startsWith(`gatehouse ${version}\nnode 24.`), stdout).toBe(true);
    } finally {
      rmSync(resolveNodePackage());
    }
  });

  test.each(installations)('%s says in one sentence which one is needed', (program, args) => {
    const old = prepareOldNode(root);
    const { status, stdout, stderr } = old.run(root, program, ...args, '--version');
    expect([status, stdout]).toEqual([1, '']);
    // npx prints a warning about this Node.
    expect(stderr.replace(/^npm warn .*\n/gm, '')).toBe(
      `Gatehouse needs Node 24, but this is Node ${old.version}. Install Node 24, or add it to the project: npm install node@24\n`,
    );
  });

  test("a package node that is itself too old isn't taken for one", () => {
    mkdirSync(path.join(resolveNodePackage(), 'bin'), { recursive: true });
    writeFileSync(path.join(resolveNodePackage(), 'package.json'), '{ "version": "20.1.0" }');
    writeFileSync(path.join(resolveNodePackage(), 'bin/node'), '');
    try {
      expect(prepareOldNode(root).run(root, 'node_modules/.bin/gatehouse', '--version')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Gatehouse needs Node 24'),
      });
    } finally {
      rmSync(resolveNodePackage(), { recursive: true });
    }
  });
});

test('the file that looks for a Node is one that any Node can read', () => {
  const program = readFileSync(path.join(root, 'node_modules/gatehouse/bin/gatehouse.js'), 'utf8');
  expect(() => parse(program, { ecmaVersion: 5, sourceType: 'script', allowHashBang: true })).not.toThrow();
});
