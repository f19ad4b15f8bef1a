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
import { examineSite } from '../adopt/examine-site.ts';
import { loadConfiguration } from '../adopt/load-configuration.ts';
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
  (await command.answer('adopt', [siteDir, ...more])) ?? { exitCode: 2 };

/** The lines of one part of the report. */
async function part(title: string): Promise<string[]> {
  const { out = '' } = await adopt();
  const [, lines = ''] = new RegExp(`^${title} \\(\\d+\\)\\n((?: {2}.*\\n?)*)`, 'm').exec(out) ?? [];
  return lines.split('\n').flatMap((line) => line.trim() || []);
}

test('says that it runs the configuration before it does', () => {
  const main = path.join(import.meta.dirname, '../../bin/gatehouse.js');
  const run = () => spawnSync(process.execPath, [main, 'adopt', siteDir], { encoding: 'utf8' }).stderr;
  expect(run()).not.toContain('Running the configuration');
  configure();
  write(
    'docusaurus.config.js',
    `process.stderr.write('it runs\\n');\n${readFileSync(path.join(siteDir, 'docusaurus.config.js'), 'utf8')}`,
  );
  expect(run()).toMatch(/^Running the configuration of .*, and the plugins that it imports\.\n.*it runs/s);
  const help = spawnSync(process.execPath, [main, 'adopt', '--help'], { encoding: 'utf8' }).stdout;
  expect(help).toContain('It runs docusaurus.config and the plugins that it imports');
});

describe('the report', () => {
  test('says what works, and how to go on', async () => {
    configure("  customFields: {},\n  i18n: { defaultLocale: 'en', locales: ['en', 'es'] },\n");
    write('src/theme/MDXComponents.js', 'export default {};');
    mkdirSync(path.join(siteDir, 'docs/named-like-a-document.md'));
    symlinkSync('nothing.md', path.join(siteDir, 'docs/gone.md'));
    write('src/pages/index.js', 'export default () => null;');
    expect(await part('Works')).toEqual([
      'docs/: documentation "default": 1 documents, at /docs.',
      'i18n/: languages: en, es.',
      'src/pages/: pages of your own: 1 files.',
      'src/theme/MDXComponents.js: @theme/MDXComponents: documents use its components without imports.',
    ]);
    const { exitCode, out } = await adopt();
    expect([exitCode, out]).toEqual([0, expect.stringMatching(`\nNext: SITE_DIR=${siteDir} npm start$`)]);
  });

  test('names what is refused, with what to do, and ends with 1', async () => {
    configure("  plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api' }]],\n");
    write('docs/video.mdx', "# Video\n\nimport Player from 'react-player/lazy';\n\n<Player />\n");
    write('docs/sample.md', "# Sample\n\n```js\nimport x from 'not-asked-for';\n```\n");
    write('docs/plain.md', "---\nmdx:\n  format: md\n---\n\nimport x from 'text'\n");
    expect(await part('Refused')).toEqual([
      'docusaurus.config.js: The documentation "api" has no folder api: correct its path.',
      'docs/video.mdx:3: The package "react-player" is not installed. Run npm install in the site folder, or remove what needs it.',
    ]);
    expect((await adopt()).exitCode).toBe(1);
  });

  test('names what is left out, and why', async () => {
    configure("  scripts: ['/chat.js'],\n");
    write('src/theme/Root.js', 'export default ({children}) => children;');
    write('src/theme/Navbar/index.js', 'export default () => null;');
    write('docs/script.md', '# Script\n\n<script src="/x.js"></script>\n');
    write('docs/shown.md', '# Shown\n\n```html\n<script src="/x.js"></script>\n```\n');
    write(
      'static/_redirects',
      '# moved\n/old /docs/intro 301\n/blog/* /news/:splat\n/faq* /help:splat\n/chat https://chat.example\n',
    );
    expect((await part('Left out')).map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'docusaurus.config.js:3: scripts',
      'src/theme/Navbar/: @theme/Navbar',
      'src/theme/Root.js: @theme/Root',
      'docs/script.md:3: <script>',
      'static/_redirects:3: redirect from /blog/*',
      'static/_redirects:5: redirect from /chat',
    ]);
  });

  test('has one sentence for many places', async () => {
    configure();
    for (const name of ['Navbar', 'Footer', 'Logo', 'TOC', 'NotFound'])
      write(`src/theme/${name}/index.js`, 'export default () => null;');
    const lines = await part('Left out');
    expect(lines[0]).toMatch(/^5 times: the shell is drawn by the program/);
    expect(lines.slice(1)).toContain('src/theme/Footer/: @theme/Footer');
  });

  test('knows the own components of a theme folder from the parts that it replaces', async () => {
    configure();
    write('src/theme/Note.tsx', 'export default () => null;');
    write('src/theme/Screenshot/index.js', 'export default () => null;');
    write('src/theme/note.module.css', '');
    write('src/theme/hooks/useTea.js', '');
    write('src/theme/Footer/index.js', '');
    expect(await part('Works')).toEqual(
      expect.arrayContaining([
        'src/theme/Note.tsx: @theme/Note: a component of your own, for whatever imports it.',
        'src/theme/Screenshot/: @theme/Screenshot: a component of your own, for whatever imports it.',
      ]),
    );
    expect((await part('Left out')).map((line) => line.split(':')[0])).toEqual(['src/theme/Footer/']);
  });

  test.for([
    ['a template', "const sample = `\nimport { a } from 'not-a-package'\n`;"],
    ['a text', `const sample = "import a from 'not-a-package'";`],
    ['a comment', "/*\nimport a from 'not-a-package';\n*/"],
    ['a line comment', "// import a from 'not-a-package';"],
  ])('asks for no package that is named in a sample of code: %s', async ([, code]) => {
    configure();
    write('docs/a.mdx', "import S from '@site/src/components/S';\n\n<S />\n");
    write('src/components/S.jsx', `${code}\nexport default () => null;\n`);
    expect(await part('Refused')).toEqual([]);
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
    'a redirect of the host is translated or reported: %s to %s',
    async ([source, destination, taken]) => {
      configure();
      write('vercel.json', JSON.stringify({ redirects: [{ source, destination }] }));
      const { redirects, findings } = await examineSite(siteDir);
      expect(Object.keys(redirects)).toEqual(taken);
      const isReported = findings.some(({ what }) => what === `redirect from ${source}`);
      expect(isReported).toBe(taken.length === 0 || source.endsWith('*'));
    },
  );

  test('says what browsers are not allowed to load for a style sheet', async () => {
    write(
      'docusaurus.config.js',
      "module.exports = { title: 'Pumps', url: 'https://docs.example', baseUrl: '/', presets: [['classic', { theme: { customCss: 'custom.css' } }]] };",
    );
    write('custom.css', "a { color: red }\n@import url('https://fonts.example/css2?family=Inter');\n");
    expect(await part('Left out')).toEqual([
      expect.stringMatching(
        /^custom\.css:2: https:\/\/fonts\.example\/css2\?family=Inter: browsers load nothing/,
      ),
    ]);
  });

  test('of a configuration that cannot be used says why, and writes nothing', async () => {
    write('docusaurus.config.js', "throw new Error('No token.');");
    expect(await part('Refused')).toEqual([
      'docusaurus.config.js:1: The configuration cannot be evaluated: No token.',
    ]);
    const target = path.join(root, 'new');
    expect((await adopt('--write', target)).out).toContain('Nothing was written');
    expect(existsSync(target)).toBe(false);
  });
});

describe('a site that is guarded in the browser', () => {
  test('by Firebase is recognised, and its users come along', async () => {
    configure();
    write(
      'src/theme/Root.tsx',
      "import React from 'react';\nimport {initializeApp} from 'firebase/app';\nimport {getAuth} from 'firebase/auth';\ninitializeApp({apiKey: 'AIza-1', projectId: 'pumps-docs'});\n",
    );
    write('node_modules/firebase/package.json', '{}');
    const [line, ...more] = await part('Changed');
    expect(more).toEqual([]);
    expect(line).toMatch(/^src\/theme\/Root\.tsx:2: sign-in by Firebase Authentication: /);
    expect(line).toContain('IDENTITY=firebase, FIREBASE_PROJECT_ID=pumps-docs, FIREBASE_API_KEY=AIza-1');
    expect(line).toContain('Its users come along');
  });

  test('is not asked for what only its guard needs', async () => {
    configure();
    write('src/theme/Root.js', "import Guard from '@site/src/guard';\n");
    write(
      'src/guard/index.jsx',
      "import {Amplify} from 'aws-amplify';\nimport config from '../aws-exports';\n",
    );
    write('src/aws-exports.js', 'export default {"aws_user_pools_id": "eu-west-1_AbC"};\n');
    expect(await part('Refused')).toEqual([]);
    expect((await part('Changed')).join()).toContain(
      'OIDC_ISSUER=https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC',
    );
    // A page needs it.
    write('src/pages/index.js', "import Guard from '../guard';\nexport default () => <Guard />;\n");
    expect(await part('Refused')).toEqual([
      expect.stringMatching(/^src\/guard\/index\.jsx:1: The package "aws-amplify" is not installed/),
    ]);
  });

  test('by Clerk: its issuer is read off the key', async () => {
    configure("  customFields: { publishableKey: 'pk_test_Y2xlcmsucHVtcHMuZXhhbXBsZSQ' },\n");
    write('src/theme/Root.jsx', 'import {ClerkProvider} from "@clerk/clerk-react";\n');
    expect(await part('Changed')).toEqual([
      expect.stringContaining('OIDC_ISSUER=https://clerk.pumps.example,'),
    ]);
  });

  test('by Auth0 is recognised too', async () => {
    configure();
    write(
      'src/theme/Root.jsx',
      'import {Auth0Provider} from "@auth0/auth0-react";\nexport default () => <Auth0Provider domain="pumps.eu.auth0.example" clientId="x" />;\n',
    );
    expect(await part('Changed')).toEqual([
      expect.stringContaining('IDENTITY=oidc, OIDC_ISSUER=https://pumps.eu.auth0.example/'),
    ]);
  });
});

describe('--write', () => {
  test('makes a folder that says the same, and leaves the original as it is', async () => {
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
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
    expect(plain(after.config)).toEqual(plain(before.config));
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

  test('refuses a folder that has something in it, and one within the site', async () => {
    configure();
    expect(await adopt('--write', path.join(siteDir, 'new'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('lie within each other'),
    });
    mkdirSync(path.join(root, 'full/x'), { recursive: true });
    expect(await adopt('--write', path.join(root, 'full'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('is not empty'),
    });
  });
});

test('a folder that is not there, and none at all, are told', async () => {
  expect(await command.answer('adopt', ['/nowhere/at/all'])).toMatchObject({ exitCode: 1 });
  expect(await command.answer('adopt', [])).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/^Name the folder of the site\./),
  });
});

const acme = path.resolve(import.meta.dirname, '../../tests/compat/sites/acme');

test('a whole site: nothing of the program’s own is refused', async () => {
  const { out = '', exitCode } = (await command.answer('adopt', [acme])) ?? {};
  expect([exitCode, out]).toEqual([0, expect.stringContaining('Works (13)')]);
});
