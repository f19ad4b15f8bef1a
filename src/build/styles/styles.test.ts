import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { projectDir, TestSite } from '../../../testing/test-site.ts';
import { listSiteImports } from '../../docusaurus/components/bundle-components.ts';
import { formatProblem } from '../../shared/problem.ts';
import { BuildCache } from '../cache/build-cache.ts';
import { ImportGraph } from '../cache/import-graph.ts';
import { resolveFolders } from '../folders.ts';
import { openSite } from '../prepare-site.ts';
import { silentProgress } from '../progress.ts';
import { compileSheets } from './compile-sheets.ts';

// Each test builds a site of its own, some of them several times.
vi.setConfig({ testTimeout: 180_000 });

const writePreset = (customCss = './src/css/custom.css') =>
  `presets: [['classic', { docs: { routeBasePath: 'docs' }, blog: false, theme: { customCss: ${JSON.stringify(customCss)} } }]]`;
const writeConfig = (more = '', css?: string) =>
  `module.exports = { title: 'Pumps', url: 'https://pumps.example', baseUrl: '/', ${writePreset(css)}, ${more} };\n`;

/** A component with a class of a CSS module and global classes. */
const button = {
  'docs/start.mdx': "import Button from '@site/src/components/Button';\n\n# Start\n\n<Button />\n",
  'src/components/Button.jsx':
    "import styles from './button.module.css';\nexport default () => <b className={styles.big + ' m-3'}>Go</b>;\n",
  'src/components/button.module.css': '.big { color: red }\n',
};

let site: TestSite | undefined;
afterEach(() => site?.[Symbol.dispose]());

function open(files: Readonly<Record<string, string>>, packages: Readonly<Record<string, string>> = {}) {
  site = new TestSite(files);
  for (const [name, installed] of Object.entries(packages)) {
    const place = path.join(site.root, 'node_modules', name);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.join(projectDir, 'node_modules', installed), place);
  }
  return site;
}

/** The style of a page: inline and linked. */
function readStyle(of: TestSite, url = '/docs/start'): string {
  const page = of.page(url) ?? '';
  const servedSite = of.served();
  const linkedSheets = [...page.matchAll(/<link[^>]*rel="?stylesheet"?[^>]*href="?([^">\s]+)/g)].map(
    ([, href = '']) => servedSite.get(href) ?? '',
  );
  return [
    ...linkedSheets,
    ...[...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css),
  ].join('\n');
}

const listMessages = async (of: TestSite) => (await of.build()).problems.map(formatProblem);

/** Compiles the style sheets as a build does before it bundles them. The CSS is by file below the site folder. */
async function compileSiteSheets(of: TestSite) {
  const environment = of.environment();
  const base = resolveFolders(environment, projectDir);
  using cache = new BuildCache(base.cacheFile);
  const run = { folders: base, environment, cache, progress: silentProgress, graph: new ImportGraph(base) };
  const { folders, config } = await openSite(run);
  if (!config) throw new Error('The configuration of the site is wrong.');
  const imports = await listSiteImports(folders, config);
  const { css, problems } = await compileSheets({ folders, config, imports, lenient: false });
  const entries = Object.entries(css).map(([file, text]) => [path.relative(of.root, file), text] as const);
  return { problems: problems.map(formatProblem), css: Object.fromEntries(entries) };
}

/** Source of a PostCSS plugin that turns red into another colour. */
const writeTintPlugin = (to: string) =>
  `{ postcssPlugin: 'tint', Declaration: { color(declaration) { if (declaration.value === 'red') declaration.value = '${to}'; } } }`;

describe('PostCSS', () => {
  /** One site whose configuration changes: what isn't changed by it is bundled once. */
  let pumps: TestSite;
  beforeAll(() => {
    pumps = new TestSite({
      ...button,
      'docusaurus.config.js': writeConfig(),
      'src/css/custom.css': '.note { color: red }\n',
      'tint.cjs': `module.exports = ({ to = 'navy' } = {}) => (${writeTintPlugin("' + to + '")});\nmodule.exports.postcss = true;\n`,
    });
  });
  afterAll(() => pumps[Symbol.dispose]());

  // The configurations set different colours, so that no test passes because of an earlier one.
  test.each([
    ['postcss.config.cjs', 'green', `module.exports = { plugins: [${writeTintPlugin('green')}] };`],
    ['postcss.config.js', 'teal', `module.exports = { plugins: [(() => (${writeTintPlugin('teal')}))()] };`],
    ['postcss.config.mjs', 'olive', `export default { plugins: [${writeTintPlugin('olive')}] };`],
    [
      'postcss.config.ts',
      'purple',
      `export default ({ env }: { env: string }) => ({ plugins: [env === 'production' && ${writeTintPlugin('purple')}] });`,
    ],
    ['.postcssrc.json', 'maroon', '{ "plugins": { "./tint.cjs": { "to": "maroon" } } }'],
    ['.postcssrc', 'gray', 'plugins:\n  ./tint.cjs:\n    to: gray\n'],
    ['package.json', 'navy', '{ "name": "pumps", "postcss": { "plugins": { "./tint.cjs": true } } }'],
    [
      'src/css/postcss.config.cjs',
      'silver',
      "module.exports = { plugins: { '../../tint.cjs': { to: 'silver' } } };",
    ],
  ])('runs the plugins of %s over the site’s style sheets', async (file, colour, text) => {
    pumps.write(file, text);
    onTestFinished(() => pumps.remove(file));
    const { problems, css } = await compileSiteSheets(pumps);
    expect(problems).toEqual([]);
    expect(css['src/css/custom.css']).toMatch(new RegExp(`\\.note\\s*\\{\\s*color:\\s*${colour}`));
    if (!file.startsWith('src/css'))
      expect(css['src/components/button.module.css']).toMatch(
        new RegExp(`big[\\w-]*\\s*\\{\\s*color:\\s*${colour}`),
      );
  });

  test('pages have what the plugins made', async () => {
    pumps.write('postcss.config.cjs', `module.exports = { plugins: [${writeTintPlugin('tan')}] };`);
    onTestFinished(() => pumps.remove('postcss.config.cjs'));
    expect(await listMessages(pumps)).toEqual([]);
    const style = readStyle(pumps);
    expect(style).toMatch(/\.note\s*\{\s*color:\s*tan/);
    expect(style).toMatch(/big[\w-]*\s*\{\s*color:\s*tan/);
  });

  test('runs none after its configuration is gone', async () => {
    expect(await listMessages(pumps)).toEqual([]);
    expect(readStyle(pumps)).toMatch(/\.note\s*\{\s*color:\s*red/);
  });
});

test('runs plugins of the configuration before those of configurePostCss, in the order of the plugins', async () => {
  const mark = (name: string) =>
    `Object.assign(() => ({ postcssPlugin: '${name}', Once(root) { root.append({ selector: '.by-${name}', nodes: [] }); root.last.append({ prop: '--at', value: String(root.nodes.length) }); } }), { postcss: true })`;
  const pumps = open({
    'docs/start.md': '# Start\n',
    'src/css/custom.css': '',
    'postcss.config.cjs': `module.exports = { plugins: [${mark('file')}] };`,
    'plugins/local.js': `module.exports = () => ({ name: 'local', configurePostCss(options) { return { ...options, plugins: [...options.plugins, ${mark('local')}] }; } });`,
    'docusaurus.config.js': writeConfig(
      `plugins: ['./plugins/local.js', function inline() { return { name: 'inline', configurePostCss(options) { options.plugins.push(${mark('inline')}); return options; } }; }]`,
    ),
  });
  expect(await listMessages(pumps)).toEqual([]);
  expect(readStyle(pumps)).toMatch(
    /\.by-file\s*\{--at:1\}\s*\.by-local\s*\{--at:2\}\s*\.by-inline\s*\{--at:3\}/,
  );
});

test('generates the Tailwind 3 classes that are in use, and removes them when they no longer are', async () => {
  const pumps = open(
    {
      ...button,
      'docusaurus.config.js': writeConfig(),
      'src/css/custom.css':
        '@tailwind components;\n@tailwind utilities;\n\n.card { @apply p-4 rounded-lg; }\n@screen md { .card { margin: theme(spacing.2) } }\n',
      'src/components/button.module.css': '.big { @apply font-bold; }\n',
      'postcss.config.js': 'module.exports = { plugins: { tailwindcss: {}, autoprefixer: {} } };\n',
      'tailwind.config.js':
        "module.exports = { content: ['./src/**/*.{jsx,tsx}', './docs/**/*.mdx'], corePlugins: { preflight: false } };\n",
      'src/pages/about.jsx': 'export default () => <main className="grid-cols-3"><h1>About</h1></main>;\n',
      'docs/more.mdx': '# More\n\nFirst words.\n\n<div className="underline">Text</div>\n',
    },
    { tailwindcss: 'tailwindcss-3', autoprefixer: 'autoprefixer' },
  );
  expect(await listMessages(pumps)).toEqual([]);
  const style = readStyle(pumps);
  for (const rule of [
    /\.m-3\{/,
    /\.grid-cols-3\{/,
    /\.underline\{/,
    /\.card\{[^}]*padding:1rem/,
    /@media \(width>=768px\)|min-width: ?768px/,
  ])
    expect(style).toMatch(rule);
  expect(style).toMatch(/big[\w-]*\s*\{[^}]*font-weight:\s*700/);
  expect(style).not.toContain('@tailwind');
  expect(style).not.toContain('@apply');

  expect(await pumps.build()).toMatchObject({ built: { compiled: 0, rendered: 0 } });
  pumps.write('docs/more.mdx', '# More\n\nFirst words.\n\n<div className="line-through">Text</div>\n');
  expect(await pumps.build()).toMatchObject({ ok: true });
  expect(readStyle(pumps)).toContain('.line-through{');
  expect(readStyle(pumps)).not.toContain('.underline{');
  // Words that aren't classes change nothing but their page.
  pumps.write('docs/more.mdx', '# More\n\nFirst words.\n\n<div className="line-through">Other words</div>\n');
  expect(await pumps.build()).toMatchObject({ ok: true, built: { compiled: 1, rendered: 1 } });
  pumps.write(
    'tailwind.config.js',
    readFileSync(path.join(pumps.root, 'tailwind.config.js'), 'utf8').replace(
      'corePlugins',
      "theme: { extend: { spacing: { 3: '3px' } } }, corePlugins",
    ),
  );
  expect(await pumps.build()).toMatchObject({ ok: true });
  expect(readStyle(pumps)).toMatch(/\.m-3\{margin:3px/);
});

test('generates Tailwind 4 classes by configurePostCss, also for CSS modules and sheets in other folders', async () => {
  const pumps = open(
    {
      ...button,
      'docusaurus.config.js': writeConfig(
        "plugins: [async () => ({ name: 'tailwind', configurePostCss(options) { options.plugins.push(require('@tailwindcss/postcss')); return options; } })]",
      ),
      'src/css/custom.css':
        '@layer theme, base, components, utilities;\n@import "tailwindcss/theme.css" layer(theme);\n@import "tailwindcss/utilities.css" layer(utilities);\n@import "../parts/parts.css";\n@custom-variant dark (&:is([data-theme="dark"] *));\n.card { @apply p-4; }\n',
      'src/parts/parts.css': '@source "./names.txt";\n.parts { background: url(./dot.svg) }\n',
      'src/parts/names.txt': 'tracking-widest',
      'src/parts/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'src/components/button.module.css': '@reference "../css/custom.css";\n.big { @apply font-bold; }\n',
      'docs/more.mdx': '# More\n\n<div className="dark:mt-7">Text</div>\n',
    },
    { tailwindcss: 'tailwindcss', '@tailwindcss/postcss': '@tailwindcss/postcss' },
  );
  expect(await listMessages(pumps)).toEqual([]);
  const style = readStyle(pumps);
  for (const rule of ['.m-3{', '.tracking-widest{', '.dark\\:mt-7', 'url(/_assets/dot.'])
    expect(style).toContain(rule);
  expect(style).toMatch(/\.card\{padding:/);
  expect(style).toMatch(/big[\w-]*\s*\{[^}]*font-weight:/);
  expect(await pumps.build()).toMatchObject({ built: { compiled: 0, rendered: 0 } });
  pumps.write('src/parts/names.txt', 'tracking-tighter');
  await pumps.build();
  expect(readStyle(pumps)).toContain('.tracking-tighter{');
});

test.each([
  [
    'a name in postcss.config.js',
    { 'postcss.config.js': 'module.exports = {\n  plugins: { "postcss-lost": {} },\n};\n' },
    /^postcss\.config\.js:2: .*`postcss-lost`.*npm install postcss-lost/,
  ],
  [
    'a require in postcss.config.js',
    { 'postcss.config.js': 'module.exports = {\n  plugins: [require("@lost/postcss")],\n};\n' },
    /^postcss\.config\.js:2: .*`@lost\/postcss`.*npm install @lost\/postcss/,
  ],
  [
    'configurePostCss',
    {
      'docusaurus.config.js': writeConfig(
        '\nplugins: [() => ({ name: "x", configurePostCss(options) {\n options.plugins.push(require("lost-css")); return options; } })]',
      ),
    },
    /^docusaurus\.config\.js:3: .*`lost-css`.*npm install lost-css/,
  ],
  [
    'a configuration that fails',
    { 'postcss.config.js': 'module.exports = { plugins: [nothing.here] };\n' },
    /^postcss\.config\.js: (?:warning: )?The PostCSS configuration can't be evaluated: nothing is not defined\./,
  ],
  [
    'a sheet that is no CSS',
    {
      'postcss.config.js': 'module.exports = { plugins: [] };\n',
      'src/css/custom.css': '.a {}\n.b { color: red\n',
    },
    /^src\/css\/custom\.css:2:1: (?:warning: )?Unclosed block\./,
  ],
])('reports once, by file and line, what is missing or wrong: %s', async (_name, files, expected) => {
  const pumps = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': '.note { color: red }\n',
    ...files,
  });
  const { ok, problems } = await pumps.build();
  expect(ok).toBe(false);
  expect(problems.map(formatProblem)).toEqual([expect.stringMatching(expected)]);
  const lenient = await pumps.build({ BROKEN_DOCUMENTS: 'warn' });
  expect(lenient.ok).toBe(true);
  expect(lenient.problems.map(formatProblem)).toEqual([expect.stringMatching(expected)]);
});

test('compiles Sass with the options of its plugin, and again when an imported part changes', async () => {
  const pumps = open(
    {
      'docs/start.mdx': button['docs/start.mdx'],
      'src/components/Button.jsx': button['src/components/Button.jsx'].replace('module.css', 'module.scss'),
      'src/components/button.module.scss': '@use "colours";\n.big { b { color: colours.$main } }\n',
      'src/css/custom.scss': '@use "colours";\n.note { a { color: colours.$main } }\n',
      'styles/_colours.scss': '$main: teal;\n',
      'docusaurus.config.js': writeConfig(
        "plugins: [['docusaurus-plugin-sass', { sassOptions: { includePaths: ['./styles'] } }]]",
        './src/css/custom.scss',
      ),
    },
    { sass: 'sass-1' },
  );
  expect(await listMessages(pumps)).toEqual([]);
  expect(readStyle(pumps)).toMatch(/\.note a\{color:teal/);
  expect(readStyle(pumps)).toMatch(/big[\w-]* b\s*\{\s*color:\s*teal/);
  pumps.write('styles/_colours.scss', '$main: navy;\n');
  await pumps.build();
  expect(readStyle(pumps)).toMatch(/\.note a\{color:navy/);
});

test('finds files of addresses that start with a slash in the static folders, then in the site folder', async () => {
  const picture = (name: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" id="${name}"><path d="M0 0h9"/></svg>`;
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig("staticDirectories: ['static', 'public'],").replace(
      "baseUrl: '/'",
      "baseUrl: '/book/'",
    ),
    'src/css/custom.css':
      '.a { background: url(\'/img/a.svg\') }\n.b { background: url("/static/img/b.svg") }\n.c { background: url(/c.svg#part) }\n',
    'src/components/button.module.css': ".big { background: url('/img/d.svg') }\n",
    'src/components/Button.jsx':
      "import styles from './button.module.css';\nimport drawing from '/img/e.png';\nimport photo from '/static/img/f.png';\nimport other from '/g.png';\nimport Word from '/src/components/Word';\nexport default () => <b className={styles.big}><img src={drawing} /><img src={photo} /><img src={other} /><Word /></b>;\n",
    'src/components/Word.jsx': 'export default () => <i>Word</i>;\n',
    'static/img/a.svg': picture('a'),
    'static/img/b.svg': picture('b'),
    'public/c.svg': picture('c'),
    'static/img/d.svg': picture('d'),
    'static/img/e.png': picture('e'),
    'static/img/f.png': picture('f'),
    'public/g.png': picture('g'),
  });
  expect(await listMessages(of)).toEqual([]);
  const servedSite = of.served();
  const findPicture = (address = '') =>
    (servedSite.get(address.replace(/#.*$/, '')) ?? decodeURIComponent(address)).match(
      /id=["'](\w)["']/,
    )?.[1];
  const style = readStyle(of, '/book/docs/start');
  const addresses = [...style.matchAll(/url\(["']?(.*?)["']?\)/g)].map(([, address = '']) => address);
  expect(addresses.map(findPicture).filter(Boolean).sort()).toEqual(['a', 'b', 'c', 'd']);
  const page = of.page('/book/docs/start') ?? '';
  const pictures = [...page.matchAll(/<img[^>]*src="?([^"\s>]+)/g)].map(([, address = '']) => address);
  expect(pictures.map(findPicture)).toEqual(['e', 'f', 'g']);
  expect(page).toContain('<i>Word</i>');
  // The build reports a file that no folder has, and notices that an imported file has changed.
  of.write('src/css/custom.css', ".a { background: url('/img/gone.svg') }\n");
  of.write('src/components/Word.jsx', 'export default () => <i>Changed</i>;\n');
  expect(await listMessages(of)).toEqual([
    expect.stringMatching(
      /src\/css\/custom\.css:1: warning: `\/img\/gone\.svg` is neither in a static folder nor in the site folder/,
    ),
  ]);
  expect(of.page('/book/docs/start')).toContain('<i>Changed</i>');
});

test.each([
  ['a promise', "Promise.reject(new Error('no kettle'));"],
  ['an immediate', "setImmediate(() => { throw new Error('no kettle'); });"],
])('warns about a PostCSS plugin that fails later, in %s', async (_, code) => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': '.a { color: red }\n',
    'postcss.config.js': `module.exports = { plugins: [{ postcssPlugin: 'late', Once() { ${code} } }] };\n`,
  });
  const { problems } = await compileSiteSheets(of);
  expect(problems).toEqual([
    expect.stringMatching(
      /^postcss\.config\.js:1: warning: Code that a style sheet started has failed: no kettle\./,
    ),
  ]);
});

test.each([
  ['a folder', '/img/', '/img/'],
  ['the root', '/', '/'],
  ['a percent sign that encodes nothing', '/img/100%.svg', '/img/100%.svg'],
  ['a missing file with a query', '/img/gone.svg?v=2#part', '/img/gone.svg'],
])('reports a path from the site that names no file: %s', async (_, address, name) => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': `.a { background: url("${address}") }\n`,
    'static/img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const { problems } = await compileSiteSheets(of);
  expect(problems).toEqual([
    expect.stringContaining(
      `src/css/custom.css:1: warning: \`${name}\` is neither in a static folder nor in the site folder`,
    ),
  ]);
});

test('finds sheets and pictures of packages and aliases after `~`, as the bundlers of Docusaurus do', async () => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'node_modules/shades/package.json': '{"name":"shades","version":"1.0.0"}',
    'node_modules/shades/dist/night.css': '.night { color: navy }\n',
    'node_modules/shades/plain.css': '.plain { color: teal }\n',
    'src/css/custom.css':
      "@import '~shades/dist/night.css';\n@import 'shades/plain.css';\n@import '~@site/src/css/part.css';\n.b { background: url(~@site/static/img/a.svg) }\n",
    'src/css/part.css': '.part { color: tan }\n',
    'static/img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="aliased"/>',
  });
  expect(await listMessages(of)).toEqual([]);
  const style = readStyle(of);
  for (const rule of ['.night', '.plain', '.part']) expect(style).toContain(rule);
  const [, address = ''] = /url\(["']?([^"')]+\.svg)/.exec(style) ?? [];
  expect(of.served().get(address)).toContain('aliased');
});

test('finds a file with a space in its name by its encoded path', async () => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': '.a { background: url("/img/two%20words.svg") }\n',
    'static/img/two words.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="spaced"/>',
  });
  expect(await listMessages(of)).toEqual([]);
  const [, address = ''] = /url\(["']?(.*?)["']?\)/.exec(readStyle(of)) ?? [];
  expect(of.served().get(decodeURIComponent(address))).toContain('spaced');
});

test('bundles a CSS module again when a sheet changes that it takes classes and values from', async () => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': '',
    'src/components/button.module.css':
      "@value edge from './values.css';\n.big { composes: plain from './plain.module.css'; border-color: edge }\n",
    'src/components/plain.module.css': '.plain { color: #010203 }\n',
    'src/components/values.css': '@value edge: #040506;\n',
  });
  expect(await listMessages(of)).toEqual([]);
  expect(readStyle(of)).toMatch(/#010203[\s\S]*#040506/);
  of.write('src/components/plain.module.css', '.plain { color: #070809 }\n');
  expect(await listMessages(of)).toEqual([]);
  expect(readStyle(of)).toMatch(/#070809[\s\S]*#040506/);
  of.write('src/components/values.css', '@value edge: #0a0b0c;\n');
  expect(await listMessages(of)).toEqual([]);
  expect(readStyle(of)).toMatch(/#070809[\s\S]*#0a0b0c/);
});

test('publishes a site with a style sheet in which browsers ignore a part', async () => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': '.one { color: #010203 }\n.two { font-size: var(--size: 13px;); color: #040506 }\n',
    'src/components/button.module.css': '.big { font-size: var(--size: 13px;); color: #070809 }\n',
  });
  const { ok, problems } = await of.build();
  expect(ok).toBe(true);
  expect(problems.map(formatProblem)).toEqual([
    expect.stringMatching(/^src\/css\/custom\.css:2:\d+: warning: .*Browsers ignore this part/),
  ]);
  for (const color of ['#010203', '#040506', '#070809']) expect(readStyle(of)).toContain(color);
});

test('bundles a style sheet again when a picture changes that it names by a path from the site', async () => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'src/css/custom.css': ".a { background: url('/img/a.svg') }\n",
    'static/img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="first"/>',
  });
  const readPicture = () => {
    const [, address = ''] = /url\(["']?([^"')]+\.svg)/.exec(readStyle(of)) ?? [];
    return of.served().get(address);
  };
  expect(await listMessages(of)).toEqual([]);
  expect(readPicture()).toContain('first');
  of.write('static/img/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" id="second"/>');
  expect(await listMessages(of)).toEqual([]);
  expect(readPicture()).toContain('second');
});

test('media queries in cascade layers win over rules outside of layers, as in a build of Docusaurus', async () => {
  const of = open({
    ...button,
    'docusaurus.config.js': writeConfig(),
    'postcss.config.js': 'module.exports = { plugins: [] };\n',
    'src/css/custom.css':
      '@layer utilities { .big { color: red } @media (width > 40rem) { .sm-big { color: blue } } @supports (color: red) { @media (width > 50rem) { .in-supports { color: red } } } }\nh1 { color: green }\n',
  });
  const { css } = await compileSiteSheets(of);
  const sheet = Object.entries(css).find(([file]) => file.endsWith('custom.css'))?.[1] ?? '';
  const text = sheet.replace(/\s+/g, ' ');
  expect(text).toMatch(/h1 \{ color: green \} @media \(width > 40rem\) \{ \.sm-big \{ color: blue \} \}/);
  expect(text).toContain('@supports (color: red) { @media');
});
