import { expect, test } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';
import { formatProblem } from '../../shared/problem.ts';

const { write, load, problems, findings } = createAdoptedFolder();

test('keeps inline styles, which the build turns into rules', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  themeConfig: {
      navbar: {logo: {src: 'a.svg', style: {maxWidth: 40, opacity: 0.5, '--gap': 2, margin: 0, border: '1px solid'}}},
      footer: {copyright: '<b style="margin: 8px">Ours</b>', links: [{title: 'T', items: [{html: '<i style=\\'x: y\\'>i</i>'}]}]},
    }};`,
  );
  const { navbar, footer } = (await load()).config ?? {};
  expect(navbar?.logo?.style).toBe('max-width: 40px; opacity: 0.5; --gap: 2; margin: 0; border: 1px solid');
  expect(footer?.copyright).toBe('<b style="margin: 8px">Ours</b>');
  expect(footer?.columns[0]?.items).toMatchObject([{ html: "<i style='x: y'>i</i>" }]);
  expect(await findings()).toEqual([]);
});

test('warns about unknown keys and reads the rest', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  titel: 'x',\n  themeConfig: {\n    sparkle: true },\n};`,
  );
  const { config, problems } = await load();
  expect(config?.name).toBe('Pumps');
  expect(problems.map(formatProblem)).toEqual([
    'docusaurus.config.js:3: warning: titel is an unknown key and is left out.',
    'docusaurus.config.js:5: warning: themeConfig.sparkle is an unknown key and is left out.',
  ]);
});

test('reports what is left out or changed, with its line', async () => {
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

test('warns about an unknown plugin with its line', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  plugins: ['docusaurus-plugin-rainbow'],\n};`,
  );
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^docusaurus\.config\.js:3: warning: The plugin "docusaurus-plugin-rainbow" is unknown/,
    ),
  ]);
});

test("reads how Markdown is read, and warns about functions that it doesn't call", async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {
      ${least},
      markdown: {
        preprocessor: ({ fileContent }) => fileContent.toUpperCase(),
        remarkRehypeOptions: { footnoteLabel: 'Notes' },
        anchors: { maintainCase: true },
        emoji: false,
        mdx1Compat: { comments: false },
        parseFrontMatter: async (file) => file.defaultParseFrontMatter(file),
        hooks: {
          onBrokenMarkdownLinks: () => '/docs/other',
          onBrokenMarkdownImages: 'ignore',
        },
      },
    };`,
  );
  const { config, problems } = await load();
  const { markdown, broken } = config ?? {};
  expect(markdown).toMatchObject({
    remarkRehypeOptions: { footnoteLabel: 'Notes' },
    anchors: { maintainCase: true },
    emoji: false,
  });
  expect(markdown?.preprocessor?.({ filePath: '/a.md', fileContent: 'a' })).toBe('A');
  expect(broken).toMatchObject({ markdownLinks: 'warn', markdownImages: 'ignore' });
  expect(problems.map(formatProblem)).toEqual([
    "docusaurus.config.js:9: warning: markdown.parseFrontMatter isn't run: front matter is read as YAML. Write into the documents what the function adds.",
    "docusaurus.config.js:11: warning: markdown.hooks.onBrokenMarkdownLinks is a function, which isn't called. Its problems are reported as warnings. Write 'throw', 'warn', 'log' or 'ignore' instead.",
  ]);
});

test.each([
  ['a number as preprocessor', 'preprocessor: 1', /markdown\.preprocessor/],
  ['a text as options', "remarkRehypeOptions: 'x'", /markdown\.remarkRehypeOptions/],
  [
    'an unknown key of anchors',
    'anchors: { keepCase: true }',
    /markdown\.anchors\.keepCase is an unknown key/,
  ],
])('reports %s', async (_kind, setting, message) => {
  write('docusaurus.config.js', `module.exports = {\n  ${least},\n  markdown: { ${setting} },\n};`);
  const [problem, ...moreProblems] = await problems();
  expect(moreProblems).toEqual([]);
  expect(typeof problem === 'string' ? problem : JSON.stringify(problem)).toMatch(message);
});
