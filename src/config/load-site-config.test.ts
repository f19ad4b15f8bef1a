import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  const { stdout, stderr } = await runInNode("print((await loadSiteConfig(siteDir, 'x')).config?.name);");
  expect([JSON.parse(stdout), stderr]).toEqual(['Manual', '']);
});

test('accepts built-in plugins without their packages, in the file and in modules that it imports', async () => {
  const packages = [
    'remark-math',
    'rehype-katex',
    '@docusaurus/remark-plugin-npm2yarn',
    'docusaurus-remark-plugin-tab-blocks',
  ];
  const reexports = packages.map((name, index) => `export { default as plugin${index} } from '${name}';`);
  writeFileSync(path.join(siteDir, 'plugins.ts'), reexports.join('\n'));
  const imports = packages.map((name, index) => `import plugin${index} from '${name}';`);
  write(`${imports.join('\n')}
    import * as others from './plugins.ts';
    const { default: dynamic } = await import('rehype-katex');
    const remarkPlugins = [plugin0, [plugin1, {}], plugin2, plugin3, ...Object.values(others), dynamic];
    export default { docs: [{ remarkPlugins }] };`);
  const { stdout } = await runInNode(`for (const version of ['', 'again']) {
    const { config, problems } = await loadSiteConfig(siteDir, version);
    print([config?.docs[0].remarkPlugins.map(findKnownPluginName) ?? problems]);
  }`);
  const names = ['math', 'katex', 'npm2yarn', 'tab-blocks'];
  const expectedLine = JSON.stringify([[...names, ...names, 'katex']]);
  expect(stdout.trim().split('\n')).toEqual([expectedLine, expectedLine]);
});

test('uses the package of a built-in plugin where the site has it installed', async () => {
  const packageDir = path.join(siteDir, 'node_modules/rehype-katex');
  mkdirSync(packageDir, { recursive: true });
  writeFileSync(path.join(packageDir, 'package.json'), '{"type": "module", "main": "index.js"}');
  writeFileSync(path.join(packageDir, 'index.js'), 'export default function ownKatex() {}');
  write("import katex from 'rehype-katex';\nexport default { docs: [{ rehypePlugins: [katex] }] };");
  const { stdout } = await runInNode(
    'print((await loadSiteConfig(siteDir)).config?.docs[0].rehypePlugins[0].name);',
  );
  expect(JSON.parse(stdout)).toBe('ownKatex');
});

test('reports packages that are missing, and those of built-in plugins outside of configurations', async () => {
  write("import shout from 'remark-shout';\nexport default { docs: [{ remarkPlugins: [shout] }] };");
  writeFileSync(path.join(siteDir, 'check.ts'), "import katex from 'rehype-katex';\nexport default katex;");
  const { stdout } = await runInNode(`print((await loadSiteConfig(siteDir)).problems[0].message);
    print(await importSiteModule(siteDir + '/check.ts').catch(({ message }) => message));`);
  expect(stdout).toContain("Cannot find package 'remark-shout'");
  expect(stdout).toContain("Cannot find package 'rehype-katex'");
});

/** Runs code in a process of its own, where Node loads the modules of the site and not the test runner. */
async function runInNode(code: string): Promise<{ stdout: string; stderr: string }> {
  const [loader, plugins, doors] = ['load-site-config', 'known-plugins', 'doors'].map((name) =>
    JSON.stringify(pathToFileURL(path.join(import.meta.dirname, `${name}.ts`)).href),
  );
  const program = `const { loadSiteConfig } = await import(${loader});
    const { findKnownPluginName } = await import(${plugins});
    const { importSiteModule } = await import(${doors});
    const siteDir = ${JSON.stringify(siteDir)};
    const print = (value) => console.log(JSON.stringify(value));
    ${code}`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
}
