import { describe, expect, test } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';
import { findKnownPluginName } from '../../config/known-plugins.ts';

const { write, load, problems } = createAdoptedFolder();

describe('packages', () => {
  test("packages of Docusaurus and of known plugins needn't be installed", async () => {
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
    expect(docs?.remarkPlugins.map(findKnownPluginName)).toEqual(['math', 'npm2yarn']);
    expect(docs?.rehypePlugins.map(findKnownPluginName)).toEqual(['katex']);
  });

  test('themes for code give their colours, made readable, by their names or old paths', async () => {
    const loadWithTheme = async (prism: string) => {
      write(
        'docusaurus.config.js',
        `const {themes} = require('prism-react-renderer'); module.exports = {${least}, themeConfig: {prism: ${prism}}};`,
      );
      return (await load()).config?.code.theme;
    };
    const { light, dark } = (await loadWithTheme('{theme: themes.github, darkTheme: themes.dracula}')) ?? {};
    expect(light).toMatchObject({ background: '#f6f8fa', dark: false, keyword: '#00009f' });
    // #999988 is too faint on that.
    expect(light?.comment).toBe('#737366');
    expect(dark).toMatchObject({ background: '#282a36', dark: true, string: '#ff79c6' });
    const vsDark = await loadWithTheme("{theme: require('prism-react-renderer/themes/vsDark')}");
    expect(vsDark?.light).toEqual(vsDark?.dark);
    expect(vsDark?.light).toMatchObject({ background: '#1e1e1e', dark: true });
    const ownTheme = `{plain: {color: 'hsl(220, 14%, 71%)', backgroundColor: 'rgb(40, 44, 52)'}, styles: [
      {types: ['keyword', 'builtin'], style: {color: '#C678DD'}},
      {types: ['keyword'], languages: ['css'], style: {color: 'red'}}]}`;
    expect((await loadWithTheme(`{darkTheme: ${ownTheme}}`))?.dark).toMatchObject({
      background: 'rgb(40, 44, 52)',
      keyword: '#C678DD',
      string: 'hsl(220, 14%, 71%)',
    });
    expect(await loadWithTheme('{theme: themes.nobodyKnows}')).toBeUndefined();
  });

  test.for([
    ["require('dotenv').config();", 'green'],
    ["require('dotenv/config');", 'green'],
    ["import 'dotenv/config';", 'green'],
    ["import dotenv from 'dotenv'; dotenv.config({ path: './other.env' });", 'black'],
    ["import { config } from 'dotenv'; config();", 'green'],
  ])('dotenv reads its file where the site lacks it: %s', async ([head = '', tea = '']) => {
    delete process.env.DOTENV_TEA;
    write('.env', "DOTENV_TEA='green'\n");
    write('other.env', 'DOTENV_TEA=black # strong\n');
    write(
      'docusaurus.config.js',
      `${head}\nexport default {${least}, customFields: {tea: process.env.DOTENV_TEA}};`,
    );
    const { config, problems } = await load();
    delete process.env.DOTENV_TEA;
    expect([problems, config?.customFields]).toEqual([[], { tea }]);
  });

  test('uses the packages that the site has installed', async () => {
    write('node_modules/remark-shout/package.json', '{"name": "remark-shout", "main": "index.js"}');
    write('node_modules/remark-shout/index.js', "module.exports = function shout() { return 'loud'; };");
    write(
      'docusaurus.config.js',
      `const shout = require('remark-shout'); module.exports = {${least}, presets: [['classic', {docs: {remarkPlugins: [shout]}}]]};`,
    );
    const [docs] = (await load()).config?.docs ?? [];
    expect(docs?.remarkPlugins).toEqual([expect.objectContaining({ name: 'shout' })]);
  });

  test('names every missing package at the place that imports it', async () => {
    write(
      'lib/plugins.ts',
      "import type {A} from './a';\n\nimport whisper from 'remark-whisper';\nexport default whisper;",
    );
    write(
      'docusaurus.config.ts',
      `import whisper from './lib/plugins';\nconst shout = require('remark-shout/deep');\nexport default {${least}, customFields: {whisper, shout}};`,
    );
    expect(await problems()).toEqual([
      'lib/plugins.ts:3: The package "remark-whisper" isn\'t installed. Install it in the site folder, or remove what needs it.',
      'docusaurus.config.ts:2: The package "remark-shout" isn\'t installed. Install it in the site folder, or remove what needs it.',
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
    'docusaurus.config.js:1: The package "remark-shout" isn\'t installed. Install it in the site folder, or remove what needs it.',
    'docusaurus.config.js:3: The package "@looks/shiny" isn\'t installed. Install it in the site folder, or remove what needs it.',
  ]);
  write(
    'docusaurus.config.js',
    `require.resolve('./node_modules/normal/a.css');module.exports = {${least}};`,
  );
  expect(await problems()).toEqual([
    'docusaurus.config.js:1: The package "normal" isn\'t installed. Install it in the site folder, or remove what needs it.',
  ]);
});

test.for([
  ['an import', "import own from './own.js';\nimport other from './lib/other';"],
  ['require', "const own = require('./own.js');\nconst other = require('./lib/other');"],
  [
    'import()',
    "const own = (await import('./own.js')).default;\nconst other = (await import('./lib/other')).default;",
  ],
] as const)(
  "files that don't exist are all named, and the rest of the configuration is used: %s",
  async ([, head]) => {
    const body = `{
    ...own, ${least}, tagline: other.tagline,
    presets: [['classic', {docs: {path: 'handbook', remarkPlugins: [own, [other, {loud: true}], function kept() {}]}}]],
    themeConfig: {navbar: {title: own.name, items: [...other.items, {to: '/a', label: 'A'}]}},
  }`;
    write(
      'docusaurus.config.mjs',
      head.includes('await')
        ? `export default async () => { ${head}\nreturn ${body}; };`
        : `${head}\nexport default ${body};`,
    );
    const { config, problems: reported } = await load();
    expect(reported.map(({ line, message }) => [line, message])).toEqual([
      [1, expect.stringContaining("Cannot find module './own.js'")],
      [2, expect.stringContaining("Cannot find module './lib/other'")],
    ]);
    expect(config).toMatchObject({ name: 'Pumps', navbar: { items: [{ label: 'A' }] } });
    expect(config?.docs).toMatchObject([{ path: 'handbook', remarkPlugins: [expect.any(Function)] }]);
  },
);

test('a configuration that contains itself and lacks a package is read without it', async () => {
  write(
    'docusaurus.config.js',
    `const own = require('not-installed');
const config = {${least}, presets: [['classic', {}]], customFields: {own}};
config.customFields.config = config;
config.customFields.list = [own, config.customFields];
module.exports = config;`,
  );
  const { config, problems: reported } = await load();
  expect(reported).toMatchObject([{ line: 1, severity: 'error' }]);
  expect(Object.keys(config?.customFields ?? {})).toEqual(['config', 'list']);
});

test('a getter of the configuration that fails is a problem', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {${least},\n  get presets() { throw new Error('No net.'); } };`,
  );
  expect(await problems()).toEqual(["docusaurus.config.js:2: The configuration can't be evaluated: No net."]);
});
