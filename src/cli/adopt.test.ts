import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfiguration } from '../docusaurus/configuration/load-configuration.ts';
import { examineSite } from '../docusaurus/report/examine-site.ts';
import { command } from './adopt.ts';

let root: string;
let siteDir: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'adopt-'));
  siteDir = path.join(root, 'site');
  write('docs/intro.md', '# Intro\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(siteDir, name)), { recursive: true });
  writeFileSync(path.join(siteDir, name), text);
}
const configure = (more = '') =>
  write(
    'docusaurus.config.js',
    `module.exports = {\n  title: 'Pumps', url: 'https://docs.example', baseUrl: '/', presets: ['classic'],\n${more}};\n`,
  );
const adopt = async (...more: string[]) =>
  (await command.answer('adopt', [siteDir, ...more], [])) ?? { exitCode: 2 };

/** The lines of one section of the report. */
async function readPart(title: string): Promise<string[]> {
  const { out = '' } = await adopt();
  const [, lines = ''] = new RegExp(`^${title} \\(\\d+\\)\\n((?: {2}.*\\n?)*)`, 'm').exec(out) ?? [];
  return lines.split('\n').flatMap((line) => line.trim() || []);
}

test.each([
  [
    'a plugin',
    'plugins: [() => ({ name: "stuck", loadContent: () => new Promise(() => {}) })],',
    0,
    'The plugin stuck',
  ],
  [
    'a plugin itself',
    'plugins: [async function stuck() { await new Promise(() => {}); }],',
    0,
    'The plugin stuck',
  ],
  ['a preset', 'themes: [], presets: [() => new Promise(() => {})],', 1, 'The preset'],
  ['a getter', 'get tagline() { process.emit("beforeExit"); return ""; },', 1, 'The command stopped'],
])('%s that never ends is reported, and the rest is read', (_, code, exitCode, message) => {
  configure(code);
  const main = path.join(import.meta.dirname, '../../bin/gatehouse.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'adopt', siteDir], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toMatch(new RegExp(`${message}.*it waits for something that never happens`));
  expect(status).toBe(exitCode);
});

test('announces that it runs the configuration before running it', () => {
  const main = path.join(import.meta.dirname, '../../bin/gatehouse.js');
  const run = () => spawnSync(process.execPath, [main, 'adopt', siteDir], { encoding: 'utf8' }).stderr;
  expect(run()).not.toContain('Running the configuration');
  configure();
  write(
    'docusaurus.config.js',
    `process.stderr.write('it runs\\n');\n${readFileSync(path.join(siteDir, 'docusaurus.config.js'), 'utf8')}`,
  );
  expect(run()).toMatch(/^Running the configuration of .* and the plugins that it names\.\n.*it runs/s);
  const help = spawnSync(process.execPath, [main, 'adopt', '--help'], { encoding: 'utf8' }).stdout;
  expect(help).toContain('this command runs docusaurus.config and the plugins that it names');
});

describe('the report', () => {
  test('lists what works, and the next step', async () => {
    configure("  customFields: {},\n  i18n: { defaultLocale: 'en', locales: ['en', 'es'] },\n");
    write('src/theme/MDXComponents.js', 'export default {};');
    mkdirSync(path.join(siteDir, 'docs/named-like-a-document.md'));
    symlinkSync('nothing.md', path.join(siteDir, 'docs/gone.md'));
    write('src/pages/index.js', 'export default () => null;');
    expect(await readPart('Works')).toEqual([
      'docs/: documentation "default": 1 document, at /docs.',
      'i18n/: languages: en, es.',
      'src/pages/: your own pages: 1 file.',
      'src/theme/MDXComponents.js: @theme/MDXComponents: documents use its components without importing them.',
    ]);
    const { exitCode, out } = await adopt();
    expect([exitCode, out]).toEqual([0, expect.stringMatching(`\nNext: SITE_DIR=${siteDir} npm start$`)]);
  });

  test('lists what is refused with the fix, and ends with 1', async () => {
    configure("  plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api' }]],\n");
    write('docs/video.mdx', "# Video\n\nimport Player from 'react-player/lazy';\n\n<Player />\n");
    write('docs/sample.md', "# Sample\n\n```js\nimport x from 'not-asked-for';\n```\n");
    write('docs/plain.md', "---\nmdx:\n  format: md\n---\n\nimport x from 'text'\n");
    expect(await readPart('Refused')).toEqual([
      'docusaurus.config.js: The folder api of the documentation "api" doesn\'t exist. Correct its path.',
      'docs/video.mdx:3: The package "react-player" isn\'t installed. Install it in the site folder, or remove what needs it.',
    ]);
    expect((await adopt()).exitCode).toBe(1);
  });

  test('lists what is left out and why', async () => {
    configure("  scripts: ['/chat.js'],\n");
    write('src/theme/Root.js', 'export default ({children}) => children;');
    write('src/theme/Navbar/index.js', 'export default () => null;');
    write('docs/script.md', '# Script\n\n<script src="/x.js"></script>\n');
    write('docs/shown.md', '# Shown\n\n```html\n<script src="/x.js"></script>\n```\n');
    write(
      'static/_redirects',
      '# moved\n/old /docs/intro 301\n/blog/* /news/:splat\n/faq* /help:splat\n/chat https://chat.example\n',
    );
    expect((await readPart('Left out')).map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'docusaurus.config.js:3: scripts',
      'src/theme/Navbar/: @theme/Navbar',
      'src/theme/Root.js: @theme/Root',
      'docs/script.md:3: <script>',
      'static/_redirects:3: redirect from /blog/*',
      'static/_redirects:5: redirect from /chat',
    ]);
  });

  test('groups places with the same reason', async () => {
    configure();
    for (const name of ['Navbar', 'Footer', 'Logo', 'TOC', 'NotFound'])
      write(`src/theme/${name}/index.js`, 'export default () => null;');
    const lines = await readPart('Left out');
    expect(lines[0]).toMatch(/^the engine draws the shell.* \(5 times\):$/);
    expect(lines.slice(1)).toContain('src/theme/Footer/: @theme/Footer');
  });

  test('tells components of the site from replaced components of the theme', async () => {
    configure();
    write('src/theme/Note.tsx', 'export default () => null;');
    write('src/theme/Screenshot/index.js', 'export default () => null;');
    write('src/theme/note.module.css', '');
    write('src/theme/hooks/useTea.js', '');
    write('src/theme/Footer/index.js', '');
    expect(await readPart('Works')).toEqual(
      expect.arrayContaining([
        'src/theme/Note.tsx: @theme/Note: your own component, which documents and pages can import.',
        'src/theme/Screenshot/: @theme/Screenshot: your own component, which documents and pages can import.',
      ]),
    );
    expect((await readPart('Left out')).map((line) => line.split(':')[0])).toEqual(['src/theme/Footer/']);
  });

  test('tells components around pages that provide contexts from others', async () => {
    configure();
    write('src/store.jsx', "import {createContext} from 'react';\nexport const Store = createContext();\n");
    write('src/theme/Root/index.js', "export {Store as default} from '@site/src/store';\n");
    write(
      'src/theme/Layout/Provider/index.js',
      "import Provider from '@theme-original/Layout/Provider';\nexport default (props) => <Provider {...props} />;\n",
    );
    expect(await readPart('Refused')).toEqual([]);
    const contexts =
      'components in documents and pages get the contexts that it provides, with shared state; what it draws around a page is left out';
    expect((await readPart('Works')).join('\n')).toContain(contexts);
    expect((await readPart('Works')).join('\n')).toMatch(/src\/theme\/Root\/index\.js: @theme\/Root/);
    expect((await readPart('Works')).join('\n')).toContain('@theme/Layout/Provider');
    expect(await readPart('Left out')).toEqual([]);
    // The packages of such a component are needed, as those of pages are.
    write('src/store.jsx', "import {Store} from 'not-installed';\nexport const Provider = Store;\n");
    expect(await readPart('Refused')).toEqual([
      expect.stringMatching(/^src\/store\.jsx:1: The package "not-installed" isn't installed/),
    ]);
  });

  test('leaves out a layout that draws the shell itself', async () => {
    configure();
    write(
      'src/theme/Layout/index.js',
      "import Provider from '@theme/Layout/Provider';\nimport Navbar from '@theme/Navbar';\nexport default ({children}) => <Provider><Navbar />{children}</Provider>;\n",
    );
    expect(await readPart('Refused')).toEqual([]);
    expect((await readPart('Left out')).map((line) => line.split(':')[0])).toEqual(['src/theme/Layout/']);
  });

  test.for([
    ['a template', "const sample = `\nimport { a } from 'not-a-package'\n`;"],
    ['a text', `const sample = "import a from 'not-a-package'";`],
    ['a comment', "/*\nimport a from 'not-a-package';\n*/"],
    ['a line comment', "// import a from 'not-a-package';"],
  ])('ignores packages that a code sample imports: %s', async ([, code]) => {
    configure();
    write('docs/a.mdx', "import S from '@site/src/components/S';\n\n<S />\n");
    write('src/components/S.jsx', `${code}\nexport default () => null;\n`);
    expect(await readPart('Refused')).toEqual([]);
  });

  test.for([
    ['docusaurus-plugin-sass', 'src/css/custom.scss', 'sass', 'sass'],
    ['docusaurus-plugin-sass', 'src/css/custom.sass', 'sass', 'sass-embedded'],
    ['docusaurus-plugin-less', 'src/css/custom.less', 'less', 'less'],
  ])(
    'asks for the package that %s needs for %s only until it is installed: %s',
    async ([plugin = '', sheet = '', name = '', installedName = '']) => {
      write('src/card.module.scss', '');
      write('docs/a.mdx', `import '@site/${sheet}';\n\n# A\n`);
      write(sheet, '');
      write(`node_modules/${plugin}/package.json`, '{}');
      for (const settings of [
        `plugins: ['${plugin}'], presets: [['classic', {theme: {customCss: './${sheet}'}}]],\n`,
        `plugins: ['${plugin}'],\n`,
      ]) {
        rmSync(path.join(siteDir, 'node_modules', installedName), { recursive: true, force: true });
        configure(settings);
        expect(await readPart('Refused')).toEqual([
          expect.stringMatching(`^.+: The package "${name}" isn't installed`),
        ]);
        write(`node_modules/${installedName}/package.json`, '{}');
        // The package is empty, so a build can't compile the sheet.
        const { problems, findings } = await examineSite(siteDir);
        expect(problems).toEqual([]);
        expect(findings.filter(({ kind }) => kind === 'changed')).toEqual([]);
      }
    },
  );

  test('names a plugin once that is added in one place for several documentations', async () => {
    const names = ['one', 'two', 'three', 'four'];
    for (const name of names) write(`${name}/index.md`, '# Boats\n');
    configure(
      `plugins: ${JSON.stringify(names)}.map((id) => ['@docusaurus/plugin-content-docs', { id, path: id, routeBasePath: id, remarkPlugins: [require('@docusaurus/remark-plugin-npm2yarn')] }]),\n`,
    );
    const works = await readPart('Works');
    expect(works.filter((line) => line.includes('1 document, at'))).toHaveLength(1 + names.length);
    expect(works.filter((line) => line.includes('npm2yarn'))).toEqual([
      'docusaurus.config.js:3: @docusaurus/remark-plugin-npm2yarn: built in.',
    ]);
  });

  test('groups missing packages, and names each with its place', async () => {
    configure();
    const names = ['tea', 'milk', 'sugar', 'lemon'];
    for (const name of names) write(`docs/${name}.mdx`, `import X from '${name}';\n`);
    expect(await readPart('Refused')).toEqual([
      "The package … isn't installed. Install it in the site folder, or remove what needs it (4 times):",
      'docs/lemon.mdx:1: "lemon"',
      'docs/milk.mdx:1: "milk"',
      'docs/sugar.mdx:1: "sugar"',
      'docs/tea.mdx:1: "tea"',
    ]);
    expect((await adopt()).out).toContain('Refused (4)');
  });

  test.for(['fs', 'fs/promises', 'crypto'])("doesn't ask to install a module of Node: %s", async (name) => {
    configure();
    write('docs/a.mdx', `import x from '${name}';\n`);
    expect(await readPart('Refused')).toEqual([
      `docs/a.mdx:1: The module "${name}" is part of Node, which browsers don't have. Remove the import.`,
    ]);
    expect((await adopt()).out).not.toContain('npm install');
  });

  test("refuses imports of files and theme components that don't exist", async () => {
    configure();
    write('src/theme/Note.tsx', 'export default () => null;');
    write(
      'src/components/Card.tsx',
      "import type { Props } from '@theme/Unknown';\nexport default () => null;",
    );
    write(
      'docs/a.mdx',
      "import Card from '@site/src/components/Card';\nimport Note from '@theme/Note';\nimport Tabs from '@theme/Tabs';\nimport Box from '@site/src/components/Box';\nimport Moon from '@theme/Moon';\nimport Tag from '@theme/Tag';\nimport Footer from '@theme/Footer/Layout';\n",
    );
    expect(await readPart('Refused')).toEqual([
      "docs/a.mdx:4: `@site/src/components/Box` doesn't exist: paths start at the folder of this file, or at `@site/`.",
      'docs/a.mdx:5: This site has no `@theme/Moon`. Write the component without it, or remove it.',
      'docs/a.mdx:7: This site has no `@theme/Footer/Layout`. Navbar, sidebars and footer are drawn around every page without it. Remove it, and change them in the configuration or the style sheet.',
    ]);
  });

  test('counts the versions of every documentation', async () => {
    configure("  plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api' }]],\n");
    write('api/index.md', '# API\n');
    write('versions.json', '["2.0", "1.0"]');
    write('api_versions.json', '["v1"]');
    const lines = await readPart('Works');
    expect(lines).toContain('versions.json: versions of "default": 2.0, 1.0, besides the current one.');
    expect(lines).toContain('api_versions.json: versions of "api": v1, besides the current one.');
  });

  test('says that a style sheet works only after reading it', async () => {
    configure();
    write(
      'docusaurus.config.js',
      "module.exports = { title: 'Pumps', url: 'https://docs.example', baseUrl: '/', presets: [['classic', { theme: { customCss: ['a.css', 'b.css', 'none.css'] } }]] };",
    );
    write('a.css', '.card { color: red }');
    write('b.css', '@tailwind utilities;');
    expect((await readPart('Works')).filter((line) => line.includes('style sheet'))).toEqual([
      expect.stringMatching(/^a\.css: style sheet: /),
    ]);
    expect(await readPart('Changed')).toEqual([expect.stringMatching(/^b\.css: style sheet: .*Tailwind/)]);
  });

  test.for([
    ['/(old/page/?)', '/docs/', ['/old/page']],
    ['/old/two', 'https://docs.example/docs/', ['/old/two']],
    ['/(a|b)/c', '/docs/', ['/a/c', '/b/c']],
    ['/old/:path*', '/docs/:path*', ['/old']],
    ['/x/?', '/docs/', ['/x']],
    ['/old/:name/end', '/docs/', []],
    ['/v(\\d+)', '/docs/', []],
    ['/away', 'https://elsewhere.example/', []],
  ] as const)(
    'takes over or reports a redirect of the host: %s to %s',
    async ([source, destination, addresses]) => {
      configure();
      write('vercel.json', JSON.stringify({ redirects: [{ source, destination }] }));
      const { redirects, findings } = await examineSite(siteDir);
      expect(Object.keys(redirects)).toEqual(addresses);
      const isReported = findings.some(({ what }) => what === `redirect from ${source}`);
      expect(isReported).toBe(addresses.length === 0 || source.endsWith('*'));
    },
  );

  test('lists what a style sheet loads from other servers', async () => {
    write(
      'docusaurus.config.js',
      "module.exports = { title: 'Pumps', url: 'https://docs.example', baseUrl: '/', presets: [['classic', { theme: { customCss: 'custom.css' } }]] };",
    );
    write('custom.css', "a { color: red }\n@import url('https://fonts.example/css2?family=Inter');\n");
    expect(await readPart('Left out')).toEqual([
      expect.stringMatching(
        /^custom\.css:2: https:\/\/fonts\.example\/css2\?family=Inter: browsers load nothing/,
      ),
    ]);
  });

  test.for(["require('./own.js')", "require('not-installed')"])(
    'writes nothing while the configuration lacks a module: %s',
    async (expression) => {
      configure(`  customFields: { own: ${expression} },\n`);
      const target = path.join(root, 'new');
      expect((await adopt('--write', target)).out).toContain('Nothing was written');
      expect(existsSync(target)).toBe(false);
    },
  );

  test("explains why a configuration can't be used, and writes nothing", async () => {
    write('docusaurus.config.js', "throw new Error('No token.');");
    expect(await readPart('Refused')).toEqual([
      "docusaurus.config.js:1: The configuration can't be evaluated: No token.",
    ]);
    const target = path.join(root, 'new');
    expect((await adopt('--write', target)).out).toContain('Nothing was written');
    expect(existsSync(target)).toBe(false);
  });
});

describe('a site with a sign-in guard in the browser', () => {
  test('recognises Firebase with its settings and users', async () => {
    configure();
    write(
      'src/theme/Root.tsx',
      "import React from 'react';\nimport {initializeApp} from 'firebase/app';\nimport {getAuth} from 'firebase/auth';\ninitializeApp({apiKey: 'AIza-1', projectId: 'pumps-docs'});\n",
    );
    write('node_modules/firebase/package.json', '{}');
    const [line, ...more] = await readPart('Changed');
    expect(more).toEqual([]);
    expect(line).toMatch(/^src\/theme\/Root\.tsx:2: sign-in by Firebase Authentication: /);
    expect(line).toContain('IDENTITY=firebase, FIREBASE_PROJECT_ID=pumps-docs, FIREBASE_API_KEY=AIza-1');
    expect(line).toContain('Its users: they sign in with');
  });

  test('needs no packages that only the guard imports', async () => {
    configure();
    write('src/theme/Root.js', "import Guard from '@site/src/guard';\n");
    write(
      'src/guard/index.jsx',
      "import {Amplify} from 'aws-amplify';\nimport config from '../aws-exports';\n",
    );
    write('src/aws-exports.js', 'export default {"aws_user_pools_id": "eu-west-1_AbC"};\n');
    expect(await readPart('Refused')).toEqual([]);
    expect((await readPart('Changed')).join()).toContain(
      'OIDC_ISSUER=https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC',
    );
    // Once a page imports the guard, the package is needed.
    write('src/pages/index.js', "import Guard from '../guard';\nexport default () => <Guard />;\n");
    expect(await readPart('Refused')).toEqual([
      expect.stringMatching(/^src\/guard\/index\.jsx:1: The package "aws-amplify" isn't installed/),
    ]);
  });

  test('reads the issuer of Clerk from its key', async () => {
    configure("  customFields: { publishableKey: 'pk_test_Y2xlcmsucHVtcHMuZXhhbXBsZSQ' },\n");
    write('src/theme/Root.jsx', 'import {ClerkProvider} from "@clerk/clerk-react";\n');
    expect(await readPart('Changed')).toEqual([
      expect.stringContaining('OIDC_ISSUER=https://clerk.pumps.example,'),
    ]);
  });

  test('recognises Auth0', async () => {
    configure();
    write(
      'src/theme/Root.jsx',
      'import {Auth0Provider} from "@auth0/auth0-react";\nexport default () => <Auth0Provider domain="pumps.eu.auth0.example" clientId="x" />;\n',
    );
    expect(await readPart('Changed')).toEqual([
      expect.stringContaining('IDENTITY=oidc, OIDC_ISSUER=https://pumps.eu.auth0.example/'),
    ]);
  });
});

describe('--write', () => {
  test('writes a folder with the same configuration, and leaves the original unchanged', async () => {
    configure(
      `  customFields: { quote: "it's" },
  plugins: [['@docusaurus/plugin-client-redirects', { createRedirects: (to) => [to + '-old'] }]],
  themeConfig: { navbar: { items: [{ to: '/docs/intro', label: 'Intro', 'aria-label': 'Start' }] } },
`,
    );
    write('static/_redirects', '/old /docs/intro\n/older/* /docs/intro 301\n/faq* /help:splat\n');
    write('node_modules/x/index.js', '');
    const target = path.join(root, 'new');
    expect(await adopt('--write', target)).toMatchObject({ exitCode: 0 });
    const [before, after] = [await loadConfiguration(siteDir), await loadConfiguration(target)];
    expect(after.problems).toEqual([]);
    const toPlainJson = (value: unknown) => JSON.parse(JSON.stringify(value));
    expect(toPlainJson(after.config)).toEqual(toPlainJson(before.config));
    expect(after.config?.redirects.create?.('/a')).toEqual(['/a-old']);
    expect(JSON.parse(readFileSync(path.join(target, 'docs/redirects.json'), 'utf8'))).toEqual({
      '/old': '/docs/intro',
      '/older': '/docs/intro',
      '/faq': '/help',
    });
    expect(existsSync(path.join(target, 'node_modules'))).toBe(false);
    expect(existsSync(path.join(siteDir, 'site.config.ts'))).toBe(false);
    expect(existsSync(path.join(siteDir, 'docs/redirects.json'))).toBe(false);
  });

  test("refuses a folder that isn't empty or is inside of the site", async () => {
    configure();
    expect(await adopt('--write', path.join(siteDir, 'new'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('one of the two folders contains the other'),
    });
    mkdirSync(path.join(root, 'full/x'), { recursive: true });
    expect(await adopt('--write', path.join(root, 'full'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("isn't empty"),
    });
  });
});

test('names languages with hosts of their own and redirects that work differently, as the build does', async () => {
  write('docs/intro.md', '# Intro\n');
  write('i18n/de/code.json', '{}');
  configure(`i18n: { defaultLocale: 'en', locales: ['en', 'de'],
    localeConfigs: { de: { url: 'https://docs.example.de', baseUrl: '/' } } },
  plugins: [['client-redirects', { redirects: [
    { from: '/old/*', to: '/docs/intro' },
    { from: '/shop', to: 'https://shop.example' },
  ] }]],
`);
  expect((await adopt()).exitCode).toBe(0);
  const leftOut = await readPart('Left out');
  expect(leftOut).toEqual(
    expect.arrayContaining([
      expect.stringContaining('The language "de" is at /de/ of this site, not on https://docs.example.de'),
      expect.stringContaining('The redirect from "/old/*" is for this very address'),
      expect.stringContaining('The redirect from "/shop" leaves this site'),
    ]),
  );
});

test('explains a missing folder and a missing argument', async () => {
  expect(await command.answer('adopt', ['/nowhere/at/all'], [])).toMatchObject({ exitCode: 1 });
  expect(await command.answer('adopt', [], [])).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/^The folder of the site is missing\./),
  });
});

const acme = path.resolve(import.meta.dirname, '../../tests/compat/sites/acme');

test('a whole site: refuses nothing', async () => {
  const { out = '', exitCode } = (await command.answer('adopt', [acme], [])) ?? {};
  expect([exitCode, out]).toEqual([0, expect.stringContaining('Works (13)')]);
});
