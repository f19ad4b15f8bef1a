import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nameOfKnownPlugin } from '../config/known-plugins.ts';
import { formatProblem } from '../shared/problem.ts';
import { loadConfiguration } from './load-configuration.ts';

let siteDir: string;
beforeEach(() => {
  siteDir = mkdtempSync(path.join(tmpdir(), 'adopt-'));
});
afterEach(() => rmSync(siteDir, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(siteDir, name)), { recursive: true });
  writeFileSync(path.join(siteDir, name), text);
}
const least = "title: 'Pumps', url: 'https://docs.example', baseUrl: '/'";
const load = () => loadConfiguration(siteDir);
const problems = async () => (await load()).problems.map(formatProblem);
async function findings() {
  return (await load()).findings.map(({ kind, what, line }) => `${kind} ${what}:${line}`);
}

describe('a configuration may be', () => {
  test.each([
    ['docusaurus.config.js', `module.exports = {${least}};`],
    ['docusaurus.config.js', `export default {${least}};`],
    ['docusaurus.config.mjs', `export default async () => ({${least}});`],
    ['docusaurus.config.cjs', `module.exports = function () { return {${least}}; };`],
    [
      'docusaurus.config.ts',
      `import type {Config} from '@docusaurus/types';\nconst config: Config = {${least}};\nexport default config;`,
    ],
    [
      'docusaurus.config.ts',
      `import {Config} from '@docusaurus/types';\nexport default {${least}} satisfies Config;`,
    ],
  ])('%s: %s', async (name, text) => {
    write(name, text);
    expect(await load()).toMatchObject({ config: { name: 'Pumps' }, problems: [] });
  });

  test('another one for what is published', async () => {
    vi.stubEnv('NODE_ENV', undefined);
    write(
      'docusaurus.config.js',
      `module.exports = {${least}, tagline: process.env.NODE_ENV, presets: [['classic', {docs: {sidebarItemsGenerator: () => []}}]]};`,
    );
    const { config, findings } = await load();
    expect(config?.tagline).toBe('production');
    expect(process.env.NODE_ENV).toBeUndefined();
    vi.unstubAllEnvs();
    expect(findings).toMatchObject([{ kind: 'left-out', what: 'docs.sidebarItemsGenerator', line: 1 }]);
  });

  test('nothing at all', async () => {
    expect(await load()).toMatchObject({ config: { name: 'Documentation' }, problems: [] });
  });

  test('one of the program, which goes first', async () => {
    write('docusaurus.config.js', `module.exports = {${least}};`);
    write('site.config.ts', "export default { name: 'Ours' };");
    expect((await load()).config?.name).toBe('Ours');
  });

  test('changed while the program runs', async () => {
    write(
      'docusaurus.config.js',
      `const {tagline} = require('./words'); module.exports = {${least}, tagline};`,
    );
    write('words.js', "module.exports = { tagline: 'One' };");
    expect((await load()).config?.tagline).toBe('One');
    write('words.js', "module.exports = { tagline: 'Two' };");
    expect((await load()).config?.tagline).toBe('Two');
  });
});

test('defaults are those of Docusaurus', async () => {
  write('docusaurus.config.js', `module.exports = {${least}, presets: ['classic']};`);
  const { config } = await load();
  expect(config).toMatchObject({
    defaultTheme: 'light',
    markdownFormat: 'mdx',
    broken: { links: 'throw', anchors: 'warn', markdownLinks: 'warn', markdownImages: 'throw' },
    code: { mermaid: false, live: false },
    docs: [
      { id: 'default', path: 'docs', routeBasePath: 'docs', sidebarPath: null, showLastUpdateTime: false },
    ],
    blogs: [{ routeBasePath: 'blog', blogSidebarTitle: 'Recent posts' }],
    pages: { path: 'src/pages' },
    navbar: { title: '' },
  });
});

test('it runs in the folder of the site, wherever the program was started', async () => {
  write('words.json', '{"tagline": "From a file"}');
  write(
    'docusaurus.config.js',
    `const fs = require('fs'), path = require('path');
    const {tagline} = JSON.parse(fs.readFileSync('words.json', 'utf8'));
    module.exports = {${least}, tagline, staticDirectories: [path.resolve('assets')]};`,
  );
  const before = process.cwd();
  const { config } = await load();
  expect(config).toMatchObject({ tagline: 'From a file', staticDirectories: [path.join(siteDir, 'assets')] });
  expect(process.cwd()).toBe(before);
});

test('the folder may be made again while it runs, as by a check-out: what asks where it is gets an answer', async () => {
  write(
    'docusaurus.config.js',
    `const fs = require('fs');
    const own = fs.readFileSync(__filename);
    fs.rmSync(__dirname, {recursive: true});
    fs.mkdirSync(__dirname);
    fs.writeFileSync(__filename, own);
    module.exports = {${least}, tagline: process.cwd()};`,
  );
  const { config } = await load();
  expect(config?.tagline).toBe(realpathSync(siteDir));
});

describe('packages', () => {
  test('of Docusaurus and of known plugins need not be installed', async () => {
    write(
      'docusaurus.config.js',
      `import {themes} from 'prism-react-renderer';
      import remarkMath from 'remark-math';
      import {something} from '@docusaurus/utils';
      const npm2yarn = require('@docusaurus/remark-plugin-npm2yarn');
      export default async () => ({
        ${least}, customFields: {found: typeof something},
        plugins: [[require.resolve('@docusaurus/plugin-content-docs'), {
          id: 'main',
          remarkPlugins: [remarkMath, [npm2yarn, {sync: true}]],
          rehypePlugins: [(await import('rehype-katex')).default],
        }]],
        themeConfig: {prism: {theme: themes.github, darkTheme: {...themes.dracula, plain: {}}}},
      });`,
    );
    const { config, problems } = await load();
    expect(problems).toEqual([]);
    const [docs] = config?.docs ?? [];
    expect(docs?.id).toBe('main');
    expect(docs?.remarkPlugins.map(nameOfKnownPlugin)).toEqual(['math', 'npm2yarn']);
    expect(docs?.rehypePlugins.map(nameOfKnownPlugin)).toEqual(['katex']);
  });

  test('of themes of code, by their names or old paths, give their colours, made readable', async () => {
    const themed = async (prism: string) => {
      write(
        'docusaurus.config.js',
        `const {themes} = require('prism-react-renderer'); module.exports = {${least}, themeConfig: {prism: ${prism}}};`,
      );
      return (await load()).config?.code.theme;
    };
    const { light, dark } = (await themed('{theme: themes.github, darkTheme: themes.dracula}')) ?? {};
    expect(light).toMatchObject({ background: '#f6f8fa', dark: false, keyword: '#00009f' });
    // #999988 is too faint on that.
    expect(light?.comment).toBe('#737366');
    expect(dark).toMatchObject({ background: '#282a36', dark: true, string: '#ff79c6' });
    const vsDark = await themed("{theme: require('prism-react-renderer/themes/vsDark')}");
    expect(vsDark?.light).toEqual(vsDark?.dark);
    expect(vsDark?.light).toMatchObject({ background: '#1e1e1e', dark: true });
    const own = `{plain: {color: 'hsl(220, 14%, 71%)', backgroundColor: 'rgb(40, 44, 52)'}, styles: [
      {types: ['keyword', 'builtin'], style: {color: '#C678DD'}},
      {types: ['keyword'], languages: ['css'], style: {color: 'red'}}]}`;
    expect((await themed(`{darkTheme: ${own}}`))?.dark).toMatchObject({
      background: 'rgb(40, 44, 52)',
      keyword: '#C678DD',
      string: 'hsl(220, 14%, 71%)',
    });
    expect(await themed('{theme: themes.nobodyKnows}')).toBeUndefined();
  });

  test('that the site has installed are its own', async () => {
    write('node_modules/remark-shout/package.json', '{"name": "remark-shout", "main": "index.js"}');
    write('node_modules/remark-shout/index.js', "module.exports = function shout() { return 'loud'; };");
    write(
      'docusaurus.config.js',
      `const shout = require('remark-shout'); module.exports = {${least}, presets: [['classic', {docs: {remarkPlugins: [shout]}}]]};`,
    );
    const [docs] = (await load()).config?.docs ?? [];
    expect(docs?.remarkPlugins).toEqual([expect.objectContaining({ name: 'shout' })]);
  });

  test('that are missing are named, all of them, where they are asked for', async () => {
    write(
      'lib/plugins.ts',
      "import type {A} from './a';\n\nimport whisper from 'remark-whisper';\nexport default whisper;",
    );
    write(
      'docusaurus.config.ts',
      `import whisper from './lib/plugins';\nconst shout = require('remark-shout/deep');\nexport default {${least}, customFields: {whisper, shout}};`,
    );
    expect(await problems()).toEqual([
      'lib/plugins.ts:3: The package "remark-whisper" is not installed. Run npm install in the site folder, or remove what needs it.',
      'docusaurus.config.ts:2: The package "remark-shout" is not installed. Run npm install in the site folder, or remove what needs it.',
    ]);
  });
});

test('a package is named once, whatever of it is asked for, and by whichever path', async () => {
  write(
    'docusaurus.config.js',
    `const shout = require('remark-shout');
    require('remark-shout/deep');
    const sheet = require.resolve('@looks/shiny/dist/all.css');
    module.exports = {${least}, customFields: {shout, sheet}};`,
  );
  expect(await problems()).toEqual([
    'docusaurus.config.js:1: The package "remark-shout" is not installed. Run npm install in the site folder, or remove what needs it.',
    'docusaurus.config.js:3: The package "@looks/shiny" is not installed. Run npm install in the site folder, or remove what needs it.',
  ]);
  write(
    'docusaurus.config.js',
    `require.resolve('./node_modules/normal/a.css');module.exports = {${least}};`,
  );
  expect(await problems()).toEqual([
    'docusaurus.config.js:1: The package "normal" is not installed. Run npm install in the site folder, or remove what needs it.',
  ]);
});

describe('a configuration that cannot be used is a problem with its place', () => {
  test.each([
    [
      'throws',
      `const a = 1;\nthrow new Error('No token.');\nmodule.exports = {};`,
      '2: The configuration cannot be evaluated: No token.',
    ],
    [
      'throws later',
      `module.exports = async () => {\n  throw new Error('Later');\n};`,
      '2: The configuration cannot be evaluated: Later.',
    ],
    [
      'does not parse',
      'export default {\n  title: ,\n};',
      '2: The configuration cannot be evaluated: ParseError',
    ],
    [
      'asks for a file that is not there',
      "\n\nconst x = require('./none');",
      "3: The configuration cannot be evaluated: Cannot find module './none'",
    ],
    ['exports nothing', 'module.exports = undefined;', ' The configuration exports nothing.'],
    ['has no title that is one', `module.exports = {\n  title: 5,\n};`, '2: title: Invalid input'],
    [
      'names a colour mode that is none',
      `module.exports = {\n ${least},\n themeConfig: {\n  colorMode: {\n   defaultMode: 'blue' }}};`,
      '5: defaultMode: Invalid option',
    ],
  ])('%s', async (_, text, problem) => {
    write('docusaurus.config.js', text);
    expect(await problems()).toEqual([expect.stringContaining(`docusaurus.config.js:${problem}`)]);
  });

  test('two modules import each other', async () => {
    write('a.js', "import {b} from './b';\nexport const a = () => b;");
    write('b.js', "import {a} from './a';\nexport const b = () => a;");
    write('docusaurus.config.js', `import {a} from './a';\nexport default {${least}, tagline: typeof a()};`);
    expect((await load()).config?.tagline).toBe('function');
  });
});

test('inline styles in HTML are left out by name, because browsers would refuse them on every page', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  themeConfig: {footer: {
      copyright: '<b title="a > b" style="margin: 8px" class="c">Ours</b> of style="x"',\n      links: [{title: 'T', items: [{html: '<i style=\\'x: y\\'>i</i>'}]}]}}};`,
  );
  const { footer } = (await load()).config ?? {};
  expect(footer?.copyright).toBe('<b title="a > b" class="c">Ours</b> of style="x"');
  expect(footer?.columns[0]?.items).toMatchObject([{ html: '<i>i</i>' }]);
  expect(await findings()).toEqual([
    'left-out themeConfig.footer.copyright:4',
    'left-out themeConfig.footer.links.0.items.0.html:5',
  ]);
});

test('keys that nobody knows are warnings, and the rest is read', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  titel: 'x',\n  themeConfig: {\n    sparkle: true },\n};`,
  );
  const { config, problems } = await load();
  expect(config?.name).toBe('Pumps');
  expect(problems.map(formatProblem)).toEqual([
    'docusaurus.config.js:3: warning: titel is not known here, and is left out.',
    'docusaurus.config.js:5: warning: themeConfig.sparkle is not known here, and is left out.',
  ]);
});

test('what is left out, or done in another way, is said with its line', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {
      ${least},
      headTags: [], scripts: ['https://chat.example/widget.js'],
      plugins: [
        ['@docusaurus/plugin-pwa', {}],
        '@docusaurus/plugin-ideal-image',
        require.resolve('@easyops-cn/docusaurus-search-local'),
        'docusaurus-plugin-plausible',
        false,
      ],
      presets: [['classic', {
        gtag: {trackingID: 'G-1'},
        sitemap: false,
      }]],
      themeConfig: {
        algolia: {appId: 'A'},
        navbar: {items: [{type: 'custom-stars', label: 'Stars'}]},
      },
    };`.replace(
      "require.resolve('@easyops-cn/docusaurus-search-local')",
      "'@easyops-cn/docusaurus-search-local'",
    ),
  );
  expect(await findings()).toEqual([
    'left-out headTags:3',
    'left-out scripts:3',
    'left-out gtag:12',
    'left-out @docusaurus/plugin-pwa:5',
    'changed @docusaurus/plugin-ideal-image:6',
    'left-out @easyops-cn/docusaurus-search-local:7',
    'left-out docusaurus-plugin-plausible:8',
    'left-out themeConfig.algolia:16',
    'left-out custom-stars:17',
  ]);
});

test('a plugin that nobody knows is a warning with its line', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  plugins: ['docusaurus-plugin-rainbow'],\n};`,
  );
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^docusaurus\.config\.js:3: warning: Nothing is known of "docusaurus-plugin-rainbow"/,
    ),
  ]);
});

test('aliases come from tsconfig.json and from plugins of the site', async () => {
  write(
    'tsconfig.json',
    '{\n  // of ours\n  "extends": "@docusaurus/tsconfig",\n  "compilerOptions": { "baseUrl": ".", "paths": { "@widgets/*": ["src/widgets/*"], "words": ["src/words.ts"], "@site/*": ["./*"], } },\n}',
  );
  write(
    'plugins/icons.js',
    "module.exports = (context, {to}) => ({ name: 'icons', configureWebpack: { resolve: { alias: { '@icons': context.siteDir + to } } } });",
  );
  write(
    'docusaurus.config.js',
    `const path = require('path');
    function data() { return { name: 'data', configureWebpack: () => ({ resolve: { alias: { '@data': path.resolve(process.cwd(), 'data') } } }), async loadContent() {} }; }
    module.exports = {${least}, plugins: [data, ['./plugins/icons', {to: '/icons'}], function broken() { throw new Error('No.'); }]};`,
  );
  const { config, findings, problems } = await load();
  expect(config?.aliases).toEqual({
    '@widgets': path.join(siteDir, 'src/widgets'),
    words$: path.join(siteDir, 'src/words.ts'),
    '@data': path.join(siteDir, 'data'),
    '@icons': path.join(siteDir, 'icons'),
  });
  expect(findings.map(({ what, why }) => `${what}: ${why}`)).toEqual([
    'data: data that it loads (loadContent) do not come along',
  ]);
  expect(problems.map(formatProblem)).toEqual([
    'docusaurus.config.js:3: warning: The plugin broken failed, and is left out: No.',
  ]);
});

test('redirects of several plugins are one list, and one function', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {${least}, plugins: [
      ['@docusaurus/plugin-client-redirects', {redirects: [{from: '/a', to: '/b'}], fromExtensions: ['html']}],
      ['@docusaurus/plugin-client-redirects', {id: 'two', createRedirects: (to) => to === '/b' ? ['/c'] : undefined}],
    ]};`,
  );
  const redirects = (await load()).config?.redirects;
  expect(redirects).toMatchObject({ list: [{ from: '/a', to: '/b' }], fromExtensions: ['html'] });
  expect([redirects?.create?.('/b'), redirects?.create?.('/x')]).toEqual([['/c'], []]);
});

const acme = path.resolve(import.meta.dirname, '../../tests/compat/sites/acme');

test('a whole site is read without a package of its own', async () => {
  const { config, problems, findings } = await loadConfiguration(acme);
  expect(problems).toEqual([]);
  expect(config?.docs.map(({ id, routeBasePath }) => `${id} ${routeBasePath}`)).toEqual([
    'default learn',
    'handbook handbook',
  ]);
  expect(config?.navbar.items.map(({ type }) => type)).toEqual([
    'doc',
    'docSidebar',
    'doc',
    'dropdown',
    'html',
    'default',
    'docsVersionDropdown',
    'docsVersion',
    'localeDropdown',
    'default',
  ]);
  expect(config?.aliases).toHaveProperty('@widgets', path.join(realpathSync(acme), 'src/widgets'));
  expect(findings.filter(({ kind }) => kind === 'left-out').map(({ what }) => what)).toEqual([
    'headTags',
    'themeConfig.metadata',
    'themeConfig.image',
    'themeConfig.navbar.hideOnScroll',
  ]);
});
