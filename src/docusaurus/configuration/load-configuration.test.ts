import { realpathSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { formatProblem } from '../../shared/problem.ts';
import { loadConfiguration } from './load-configuration.ts';

const { siteDir, write, load, problems } = createAdoptedFolder();

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
      `module.exports = {${least}, tagline: process.env.NODE_ENV, presets: [['classic', {docs: {recmaPlugins: []}}]]};`,
    );
    const { config, findings } = await load();
    expect(config?.tagline).toBe('production');
    expect(process.env.NODE_ENV).toBeUndefined();
    vi.unstubAllEnvs();
    expect(findings).toMatchObject([{ kind: 'left-out', what: 'docs.recmaPlugins', line: 1 }]);
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

describe('the default import of a CommonJS file is what the file exports', () => {
  const writeImport = (file: string) =>
    `import whole from './${file}'; export default {${least}, tagline: whole.words.tagline};`;

  test.each([
    ['an object', "module.exports = { words: { tagline: 'One' } };"],
    ['single exports', "exports.words = { tagline: 'One' };"],
    ['a function with properties', "module.exports = () => {}; module.exports.words = { tagline: 'One' };"],
    ['parts of another file', "module.exports = { ...require('./part') };"],
  ])('%s', async (_, text) => {
    write('docusaurus.config.ts', writeImport('whole'));
    write('whole.js', text);
    write('part.ts', "const words: object = { tagline: 'One' };\nexport { words };");
    expect(await load()).toMatchObject({ config: { tagline: 'One' }, problems: [] });
  });

  test('below a package of ES modules, which Node would refuse to load', async () => {
    write('package.json', '{"type":"module"}');
    write('docusaurus.config.ts', writeImport('middle'));
    write('middle.ts', "import whole from './whole';\nexport default whole;");
    write('whole.js', "module.exports = { words: { tagline: 'One' } };");
    expect(await load()).toMatchObject({ config: { tagline: 'One' }, problems: [] });
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

test.each([
  ['', true],
  ['blog: {},', true],
  ['blog: { sidebar: { groupByYear: true } },', true],
  ['blog: { sidebar: { groupByYear: false } },', false],
])('blogs group the posts of their sidebar by year, as the theme says: %s', async (blog, isGrouped) => {
  const more = "plugins: [['content-blog', { id: 'news', path: 'news', routeBasePath: 'news' }]]";
  write(
    'docusaurus.config.js',
    `module.exports = {${least}, presets: ['classic'], ${more}, themeConfig: { ${blog} }};`,
  );
  const { config, problems } = await load();
  expect(problems).toEqual([]);
  expect(config?.blogs.map(({ blogSidebarGroupByYear }) => blogSidebarGroupByYear)).toEqual([
    isGrouped,
    isGrouped,
  ]);
});

test('a configuration runs in the folder of the site, wherever the program was started', async () => {
  write('words.json', '{"tagline": "From a file"}');
  write(
    'docusaurus.config.js',
    `const fs = require('fs'), path = require('path');
    const {tagline} = JSON.parse(fs.readFileSync('words.json', 'utf8'));
    module.exports = {${least}, tagline, staticDirectories: [path.resolve('assets')]};`,
  );
  const before = process.cwd();
  const { config } = await load();
  expect(config).toMatchObject({
    tagline: 'From a file',
    staticDirectories: [path.join(siteDir(), 'assets')],
  });
  expect(process.cwd()).toBe(before);
});

test.each([
  [
    'as graceful-fs does',
    'let folder; const { cwd } = process; process.cwd = () => (folder ??= cwd.call(process));',
  ],
  ['by a constant', 'process.cwd = () => "/elsewhere";'],
])(
  'a package that replaces process.cwd() (%s) changes it neither for later sites nor for the program',
  async (_how, code) => {
    write('node_modules/folders/index.js', code);
    write('docusaurus.config.js', `require('folders'); module.exports = {${least}, tagline: process.cwd()};`);
    const before = process.cwd();
    expect((await load()).config?.tagline).toBe(realpathSync(siteDir()));
    expect(process.cwd()).toBe(before);
    write('words.json', '{}');
    write(
      'docusaurus.config.js',
      `require('folders'); require('fs').readFileSync('words.json'); module.exports = {${least}, tagline: 'Found'};`,
    );
    expect((await load()).config?.tagline).toBe('Found');
  },
);

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
  expect(config?.tagline).toBe(realpathSync(siteDir()));
});

describe("a configuration that can't be used is a problem with its place", () => {
  test.each([
    [
      'throws',
      `const a = 1;\nthrow new Error('No token.');\nmodule.exports = {};`,
      "2: The configuration can't be evaluated: No token.",
    ],
    [
      'throws later',
      `module.exports = async () => {\n  throw new Error('Later');\n};`,
      "2: The configuration can't be evaluated: Later.",
    ],
    [
      "doesn't parse",
      'export default {\n  title: ,\n};',
      "2: The configuration can't be evaluated: ParseError",
    ],
    [
      "asks for a file that isn't there",
      "\n\nconst x = require('./none');",
      "3: The configuration can't be evaluated: Cannot find module './none'",
    ],
    [
      "asks for a file of the site that isn't there, by its full path",
      "const path = require('path');\nconst x = require(path.join(__dirname, 'data/none.json'));",
      " The configuration can't be evaluated: Cannot find module './data/none.json'",
    ],
    [
      'exports nothing',
      'module.exports = undefined;',
      ' The configuration exports nothing. Export it as the default: `export default { … }`.',
    ],
    ['has a number as its title', `module.exports = {\n  title: 5,\n};`, '2: title: must be text'],
    [
      'names an unknown colour mode',
      `module.exports = {\n ${least},\n themeConfig: {\n  colorMode: {\n   defaultMode: 'blue' }}};`,
      '5: defaultMode: must be "dark" or "light"',
    ],
    [
      'has a number for a bar',
      `module.exports = {\n ${least},\n themeConfig: {\n  navbar: 5 }};`,
      '4: themeConfig.navbar is 5, but must be an object: { … }.',
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

test('aliases of plugins lead to files, folders and packages', async () => {
  write('node_modules/process/package.json', '{"name":"process"}');
  write('node_modules/@tea/pot/package.json', '{"name":"@tea/pot"}');
  const aliases = {
    process: 'process/browser.js',
    pot: '@tea/pot',
    lid$: '@tea/pot/lid',
    cups: './cups',
    '@mugs': 'src/mugs',
    saucer: path.join(siteDir(), 'saucer.js'),
    none: false,
  };
  write(
    'docusaurus.config.js',
    `module.exports = {${least}, plugins: [() => ({ name: 'tea', configureWebpack: () => ({ resolve: { alias: ${JSON.stringify(aliases)} } }) })]};`,
  );
  const { config, problems } = await load();
  expect(problems).toEqual([]);
  expect(config?.aliases).toEqual({
    process: path.join(siteDir(), 'node_modules/process/browser.js'),
    pot: path.join(siteDir(), 'node_modules/@tea/pot'),
    lid$: path.join(siteDir(), 'node_modules/@tea/pot/lid'),
    cups: path.join(siteDir(), 'cups'),
    '@mugs': path.join(siteDir(), 'src/mugs'),
    saucer: path.join(siteDir(), 'saucer.js'),
  });
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
    '@widgets': path.join(siteDir(), 'src/widgets'),
    words$: path.join(siteDir(), 'src/words.ts'),
    '@data': path.join(siteDir(), 'data'),
    '@icons': path.join(siteDir(), 'icons'),
  });
  expect(findings).toEqual([]);
  expect(problems.map(formatProblem)).toEqual([
    'docusaurus.config.js:3: warning: The plugin broken failed and is left out: No.',
  ]);
});

describe("plugins of the site's own", () => {
  test('give components their data, by name and id, in the order of Docusaurus', async () => {
    write(
      'plugins/releases.js',
      `module.exports = (context, { id, from }) => ({
        name: 'releases',
        async loadContent() { return require('fs').readFileSync(from, 'utf8').trim(); },
        async contentLoaded({ content, actions }) { actions.setGlobalData({ id, content, gone: () => 1 }); },
      });`,
    );
    write('data/a.txt', 'one\n');
    write('data/b.txt', 'two\n');
    write(
      'docusaurus.config.js',
      `module.exports = {${least}, plugins: [
        ['./plugins/releases', { from: 'data/a.txt' }],
        ['./plugins/releases', { id: 'b', from: 'data/b.txt' }],
        () => ({ name: 'plain', contentLoaded: ({ actions }) => actions.setGlobalData([1]) }),
        () => ({
          name: 'sums',
          allContentLoaded: ({ allContent, actions }) => actions.setGlobalData(Object.values(allContent.releases)),
        }),
        () => ({ name: 'silent', loadContent: () => 'nothing asks for this' }),
      ]};`,
    );
    const { config, problems, findings } = await load();
    expect([problems, findings]).toEqual([[], []]);
    expect(config?.pluginData).toEqual({
      releases: { default: { id: 'default', content: 'one' }, b: { id: 'b', content: 'two' } },
      plain: { default: [1] },
      sums: { default: ['one', 'two'] },
    });
    // Compilers of documents load the configuration again, and need no data.
    const again = await loadConfiguration(siteDir(), '', { loadsPluginData: false });
    expect(again.config?.pluginData).toEqual({});
  });

  test('get the same facts about the site as in Docusaurus, in each language', async () => {
    write('package.json', '{"version":"1.4.0"}');
    write('i18n/pt/code.json', '{"hi":{"message":"Oi"}}');
    write(
      'plugins/facts.js',
      `const path = require('path');
      module.exports = ({ siteDir, siteConfig, localizationDir, outDir, siteConfigPath, baseUrl, ...rest }) => {
        const relate = (file) => path.relative(siteDir, file);
        const { currentLocale, localeConfigs } = rest.i18n;
        const facts = {
          baseUrl, siteBaseUrl: siteConfig.baseUrl, themeConfig: siteConfig.themeConfig, version: rest.siteVersion,
          folders: [localizationDir, outDir, siteConfigPath].map(relate),
          locale: [currentLocale, localeConfigs[currentLocale].htmlLang, localeConfigs.pt.label],
          messages: rest.codeTranslations,
        };
        return { name: 'facts', contentLoaded: ({ actions }) => actions.setGlobalData(facts) };
      };`,
    );
    write(
      'docusaurus.config.js',
      `module.exports = {${least.replace("baseUrl: '/'", "baseUrl: '/pumps/'")}, plugins: ['./plugins/facts'],
        i18n: { defaultLocale: 'en', locales: ['en', 'pt-BR', 'pt'], localeConfigs: { 'pt-BR': { path: 'pt', htmlLang: 'pt' } } }};`,
    );
    const { config, problems } = await load();
    expect(problems).toEqual([]);
    const english = {
      ...{ baseUrl: '/pumps/', siteBaseUrl: '/pumps/', themeConfig: {}, version: '1.4.0', messages: {} },
      folders: ['i18n/en', 'build', 'docusaurus.config.js'],
      locale: ['en', 'en', 'Português'],
    };
    expect(config?.pluginData.facts?.default).toEqual(english);
    expect(config?.localizedPluginData['pt-BR']?.facts?.default).toEqual({
      ...english,
      ...{ baseUrl: '/pumps/pt-BR/', siteBaseUrl: '/pumps/pt-BR/', messages: { hi: 'Oi' } },
      folders: ['i18n/pt', 'build/pt-BR', 'docusaurus.config.js'],
      locale: ['pt-BR', 'pt', 'Português'],
    });
  });

  test('have their options completed by validateOptions, beside or on their function', async () => {
    const plugin = `name: 'sum', contentLoaded: ({ actions }) => actions.setGlobalData(options)`;
    write(
      'plugins/beside.ts',
      `export default (context: object, options: object) => ({ ${plugin} });
      export const validateOptions = ({ options, validate }) => validate(schema, { factor: 2, ...options });
      const schema = { validate: (value) => ({ value: { ...value, checked: true } }) };`,
    );
    write(
      'plugins/on.js',
      `module.exports = function on(context, options) { return { ${plugin} }; };
      module.exports.validateOptions = ({ options }) => {
        if (!options.n) throw new Error('"n" is required');
        return options;
      };`,
    );
    write(
      'docusaurus.config.js',
      `module.exports = {${least}, plugins: [
        ['./plugins/beside', { id: 'a' }], ['./plugins/on', { id: 'b', n: 1 }], ['./plugins/on.js', { id: 'c' }],
      ]};`,
    );
    const { config, problems } = await load();
    expect(config?.pluginData.sum).toEqual({
      a: { id: 'a', factor: 2, checked: true },
      b: { id: 'b', n: 1 },
    });
    expect(problems.map(formatProblem)).toEqual([
      'plugins/on.js:3: warning: The plugin ./plugins/on.js failed and is left out: "n" is required.',
    ]);
  });

  test('are named with the line that fails, whatever they throw', async () => {
    write('plugins/far.js', `module.exports = () => ({\n  name: 'far',\n  loadContent() { null.x; } });`);
    write(
      'docusaurus.config.js',
      `const fail = (name, loadContent) => () => ({ name, loadContent });
      module.exports = {${least}, plugins: ['./plugins/far.js',
        fail('nothing', () => { throw undefined; }), fail('text', () => Promise.reject('no net'))]};`,
    );
    expect((await load()).problems.map(formatProblem)).toEqual([
      "plugins/far.js:3: warning: The plugin ./plugins/far.js can't load its data: Cannot read properties of null (reading 'x').",
      expect.stringMatching(/: warning: The plugin nothing can't load its data: it threw undefined\.$/),
      expect.stringMatching(/: warning: The plugin text can't load its data: it threw no net\.$/),
    ]);
  });

  test('may change the working folder', async () => {
    write('data/a.txt', 'one');
    write(
      'docusaurus.config.js',
      `module.exports = {${least}, plugins: [() => ({
        name: 'folders',
        async contentLoaded({ actions }) {
          process.chdir('data');
          const text = await require('fs/promises').readFile('a.txt', 'utf8');
          actions.setGlobalData([text, require('path').basename(process.cwd())]);
          process.chdir('a.txt');
        },
      })]};`,
    );
    const workDir = process.cwd();
    const { config, problems } = await load();
    expect(config?.pluginData).toEqual({ folders: { default: ['one', 'data'] } });
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('ENOTDIR')]);
    expect(process.cwd()).toBe(workDir);
  });

  test('give components of a theme their names', async () => {
    write('looks/theme/Callout/index.tsx', 'export default () => null;');
    write('looks/theme/Callout/Icon.js', 'export default () => null;');
    write('looks/theme/style.css', '');
    write('looks/index.js', "module.exports = () => ({ name: 'looks', getThemePath: () => './theme' });");
    write('docusaurus.config.js', `module.exports = {${least}, themes: ['./looks']};`);
    const { config } = await load();
    const icon = path.join(siteDir(), 'looks/theme/Callout/Icon.js');
    const callout = path.join(siteDir(), 'looks/theme/Callout/index.tsx');
    expect(Object.entries(config?.aliases ?? {}).filter(([name]) => name.startsWith('@theme/'))).toEqual([
      ['@theme/Callout/Icon', icon],
      ['@theme/Callout', callout],
    ]);
    expect(config?.aliases).toMatchObject({
      '@theme-original/Callout': callout,
      '@theme-init/Callout': callout,
    });
  });

  test('are reported if their data fail, or if they add pages', async () => {
    write(
      'docusaurus.config.js',
      `module.exports = {${least}, plugins: [
        () => ({ name: 'offline', async loadContent() { throw new Error('No net.'); } }),
        function circle() {
          const data = {};
          data.data = data;
          return { name: 'circle', contentLoaded: ({ actions }) => actions.setGlobalData(data) };
        },
        function playground() {
          return { name: 'x', contentLoaded: ({ actions }) => actions.addRoute({ path: '/play', component: '@site/src/play' }) };
        },
      ]};`,
    );
    const { config, problems, findings } = await load();
    expect(config?.pluginData).toEqual({});
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(/warning: The plugin .* can't load its data: No net\.$/),
      expect.stringMatching(/warning: The plugin circle can't load its data: Converting circular/),
      expect.stringMatching(/warning: The plugin playground: the page \/play that it adds/),
    ]);
    expect(findings.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      "playground: the page /play that it adds (addRoute) is left out, because its component @site/src/play isn't a file of the site",
    ]);
  });

  test.each([
    ['a pattern', "path: '/play/*', component: '@site/src/play'", 'its path is a pattern'],
    ['parameters', "path: '/play/:id', component: '@site/src/play'", 'its path is a pattern'],
    ['no component', "path: '/play'", 'it has no path or no component'],
    ['no path', "component: '@site/src/play'", 'it has no path or no component'],
    [
      'pages inside',
      "path: '/play', component: '@site/src/play', routes: [{ path: '/play/a' }]",
      'it has pages inside of it (routes)',
    ],
    [
      'a part of the theme',
      "path: '/play', component: '@theme/DocRoot'",
      "its component @theme/DocRoot isn't a file of the site",
    ],
    [
      'a package',
      "path: '/play', component: require('node:path').join(__dirname, 'node_modules/pack/page.js')",
      expect.stringMatching(/^its component .* isn't a file of the site$/),
    ],
    [
      'a file as data',
      "path: '/play', component: '@site/src/play', modules: { words: '@site/words.json' }",
      "its module words isn't data that the plugin created (createData)",
    ],
    [
      "data that isn't JSON",
      "path: '/play', component: '@site/src/play', modules: { words: await actions.createData('a.js', 'export 1') }",
      "its module words isn't JSON",
    ],
  ])('a page of a plugin is left out and named: %s', async (_kind, route, reason) => {
    write('src/play.jsx', 'export default () => null;\n');
    write('node_modules/pack/page.js', 'module.exports = () => null;\n');
    write(
      'docusaurus.config.js',
      `module.exports = {${least}, plugins: [
        function playground() {
          return { name: 'x', async contentLoaded({ actions }) { actions.addRoute({ ${route} }); } };
        },
      ]};`,
    );
    const { config, problems, findings } = await load();
    expect(config?.pluginPages).toEqual([]);
    const [finding, ...moreFindings] = findings.map(({ why }) => why);
    expect(moreFindings).toEqual([]);
    expect(finding?.split(', because ')[1]).toEqual(reason);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      `warning: The plugin playground: ${finding}. Write the page in src/pages.`,
    ]);
  });

  test('the pages of a plugin have their component and data', async () => {
    write('src/Team.tsx', 'export default () => null;\n');
    write('src/theme/Place/index.jsx', 'export default () => null;\n');
    write(
      'docusaurus.config.js',
      `module.exports = {title: 'Pumps', url: 'https://docs.example', baseUrl: '/base/', plugins: [
        function people(context) {
          return { name: 'people', async contentLoaded({ actions: { createData, addRoute } }) {
            const members = await createData('members.json', JSON.stringify(['Ida']));
            const places = await createData('places.json', { Turin: 1 });
            addRoute({ path: context.baseUrl + 'team', component: '@site/src/Team', exact: true, modules: { members, places } });
            addRoute({ path: '/base/place/', component: '@theme/Place', props: { name: 'Turin', when: undefined } });
            addRoute({ path: '/plain', component: require('node:path').join(__dirname, 'src/Team.tsx') });
          } };
        },
      ]};`,
    );
    const { config, problems, findings } = await load();
    expect([problems, findings]).toEqual([[], []]);
    const component = path.join(realpathSync(siteDir()), 'src/Team.tsx');
    expect(config?.pluginPages).toMatchObject([
      { path: '/team', props: { members: ['Ida'], places: { Turin: 1 } } },
      { path: '/place/', props: { name: 'Turin' } },
      { path: '/plain', props: {} },
    ]);
    expect(realpathSync(config?.pluginPages[2]?.component ?? '')).toBe(component);
  });
});

test.each([
  ["'find'", ['/find']],
  ["'/find/'", ['/find']],
  ["'search'", []],
  ["'/search'", []],
  ['false', []],
  ['undefined', []],
])("leads from Algolia's search page to the one here: %s", async (searchPagePath, addresses) => {
  write(
    'docusaurus.config.js',
    `module.exports = {${least}, themeConfig: { algolia: { appId: 'a', searchPagePath: ${searchPagePath} } }};`,
  );
  const { config } = await load();
  expect(config?.redirects.list).toEqual(addresses.map((from) => ({ from, to: '/search' })));
});

describe('a configuration that depends on the language', () => {
  const i18n = "i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] }";
  const isFrench = "process.env.DOCUSAURUS_CURRENT_LOCALE === 'fr'";
  const loadLocalized = async () => {
    const { config, problems } = await load();
    expect(problems).toEqual([]);
    const siteConfig = config ?? siteConfigSchema.parse({});
    return ['en', 'fr', 'de'].map((name) => ({ ...siteConfig, ...siteConfig.localizedSettings[name] }));
  };

  test.each([
    ['in itself', {}, 'isFrench'],
    ['in a module', { 'words.js': `module.exports = ${isFrench};` }, "require('./words')"],
    ['in a copy of the environment', {}, "{ ...process.env }.DOCUSAURUS_CURRENT_LOCALE === 'fr'"],
    ['by a default', {}, "(process.env.DOCUSAURUS_CURRENT_LOCALE ?? 'en') === 'fr'"],
  ])('%s has the values of each language', async (_, files, condition) => {
    for (const [file, text] of Object.entries(files)) write(file, text);
    write(
      'docusaurus.config.js',
      `const isFrench = ${isFrench};
module.exports = {
  ${least}, ${i18n},
  tagline: ${condition} ? 'Pompes' : 'Pumps',
  customFields: { tea: ${condition} ? 'thé' : 'tea' },
  presets: [['classic', { docs: { editUrl: ${condition} ? 'https://fr.example' : 'https://en.example', path: ${condition} ? 'elsewhere' : 'docs' } }]],
  themeConfig: {
    navbar: { items: [{ label: ${condition} ? 'Accueil' : 'Home', to: '/' }] },
    footer: { copyright: ${condition} ? 'Droits' : 'Rights' },
  },
};`,
    );
    const values = (await loadLocalized()).map(({ tagline, customFields, docs, navbar, footer }) => [
      tagline,
      customFields.tea,
      docs[0]?.editUrl,
      docs[0]?.path,
      navbar.items[0],
      footer.copyright,
    ]);
    const english = [
      'Pumps',
      'tea',
      'https://en.example',
      'docs',
      expect.objectContaining({ label: 'Home' }),
      'Rights',
    ];
    const french = [
      'Pompes',
      'thé',
      'https://fr.example',
      'docs',
      expect.objectContaining({ label: 'Accueil' }),
      'Droits',
    ];
    expect(values).toEqual([english, french, english]);
  });

  test('in a preset has the values of each language', async () => {
    write(
      'preset.js',
      `module.exports = () => ({ plugins: [['@docusaurus/plugin-content-docs', { editUrl: ${isFrench} ? 'https://fr.example' : 'https://en.example' }]] });`,
    );
    write('docusaurus.config.js', `module.exports = {${least}, ${i18n}, presets: ['./preset.js']};`);
    const urls = (await loadLocalized()).map(({ docs }) => docs[0]?.editUrl);
    expect(urls).toEqual(['https://en.example', 'https://fr.example', 'https://en.example']);
  });

  test('reports a problem of one language once, and leaves the environment as it was', async () => {
    write(
      'docusaurus.config.js',
      `process.env.TEA = 'green';
module.exports = {${least}, ${i18n}, ...(${isFrench} ? { title: 7 } : {})};`,
    );
    const { problems } = await load();
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('title')]);
    expect([process.env.TEA, process.env.DOCUSAURUS_CURRENT_LOCALE]).toEqual(['green', undefined]);
    delete process.env.TEA;
  });

  test('is evaluated once if its values are the same in all languages', async () => {
    write(
      'docusaurus.config.js',
      `globalThis.evaluations = (globalThis.evaluations ?? 0) + 1;
module.exports = {${least}, ${i18n}, customFields: { path: process.env.PATH }};`,
    );
    const { config } = await load();
    expect(config?.localizedSettings).toEqual({});
    expect(Reflect.get(globalThis, 'evaluations')).toBe(1);
    Reflect.deleteProperty(globalThis, 'evaluations');
  });
});

describe("a preset of the site's own", () => {
  const list = `{
    plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: 'wiki', ...options }], null, './plugins/one'],
    themes: [['@docusaurus/theme-classic', { customCss: './a.css' }], false],
  }`;
  test.each([
    ["'./preset'", 'preset/index.ts', `export default (context: object, options: object) => (${list});`],
    [
      "['./preset.js', { path: 'wiki' }]",
      'preset.js',
      `module.exports = async (context, options) => (${list});`,
    ],
    ["[require.resolve('./preset.cjs'), {}]", 'preset.cjs', `module.exports = (_, options) => (${list});`],
  ])('%s in %s brings its plugins and themes', async (preset, file, text) => {
    write(file, text);
    write(
      'plugins/one.js',
      "module.exports = () => ({ name: 'one', contentLoaded: ({ actions }) => actions.setGlobalData(1) });",
    );
    write(
      'docusaurus.config.js',
      `module.exports = {title: 'Pumps', url: 'https://a.example', baseUrl: '/', presets: [${preset}]};`,
    );
    const { config, problems } = await load();
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      docs: [{ routeBasePath: 'wiki' }],
      styles: ['./a.css'],
      pluginData: { one: { default: 1 } },
    });
  });

  test('is an error if it fails, because its documents would be missing', async () => {
    write('preset.js', "module.exports = () => { throw new Error('No token.'); };");
    write('docusaurus.config.js', `module.exports = {${least}, presets: ['./preset.js', './gone.js']};`);
    expect((await load()).problems.map(formatProblem)).toEqual([
      'docusaurus.config.js:1: The preset ./preset.js failed: No token. Its documents, pages and plugins are missing.',
      expect.stringMatching(/^docusaurus\.config\.js:1: The preset \.\/gone\.js failed: Cannot find module/),
    ]);
  });
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

const acme = path.resolve(import.meta.dirname, '../../../tests/compat/sites/acme');

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
