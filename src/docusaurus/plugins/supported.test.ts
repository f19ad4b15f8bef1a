import { expect, test } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';
import { formatProblem } from '../../shared/problem.ts';
import { findKnownPackage, knownPackages, resolvePackageName } from './supported.ts';

const { write, load, problems } = createAdoptedFolder();

function configure(...plugins: readonly string[]): void {
  write('docusaurus.config.js', `module.exports = {${least}, plugins: ${JSON.stringify(plugins)}};`);
}

test('the report has every package of the table that is changed or left out, with its reason', async () => {
  configure(...Object.keys(knownPackages));
  const { problems, findings } = await load();
  // All packages are known. Only one of them can't do without options.
  expect(problems.map(formatProblem)).toEqual([expect.stringContaining('openApi.documents.0.spec')]);
  const reportedPackages = Object.entries(knownPackages).filter(([, { verdict }]) =>
    ['changed', 'left-out'].includes(verdict),
  );
  expect(findings.map(({ kind, what, why }) => [what, kind, why])).toEqual(
    reportedPackages.map(([name, { verdict, why }]) => [name, verdict, why]),
  );
});

test('a finding has the line of a package, by its whole or its short name', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {${least}, plugins: [
      // About pwa.
      '@docusaurus/plugin-ideal-image',
      ['pwa', {}],
      ["google-gtag", { trackingID: 'x' }],
      '@docusaurus/vercel-analytics',
    ], themes: [['search-algolia', {}]] };`,
  );
  expect((await load()).findings.map(({ what, line }) => [line, what])).toEqual([
    [3, '@docusaurus/plugin-ideal-image'],
    [4, '@docusaurus/plugin-pwa'],
    [5, '@docusaurus/plugin-google-gtag'],
    [6, '@docusaurus/plugin-vercel-analytics'],
    [7, '@docusaurus/theme-search-algolia'],
  ]);
});

test('the configuration has what the packages add to it', async () => {
  configure('content-docs', 'client-redirects', 'redocusaurus', 'docusaurus-plugin-sass');
  expect((await load()).config).toMatchObject({
    docs: [{ sidebarPath: null }],
    redirects: { list: [] },
    openApi: { folders: [{ path: 'openapi', routeBasePath: '/api' }] },
    preprocessors: { scss: {}, sass: {} },
  });
});

test.for([
  ['plugin', 'pwa', '@docusaurus/plugin-pwa'],
  ['plugin', '@docusaurus/pwa', '@docusaurus/plugin-pwa'],
  ['plugin', '@docusaurus/plugin-pwa', '@docusaurus/plugin-pwa'],
  ['plugin', 'sass', 'docusaurus-plugin-sass'],
  ['plugin', 'openapi-docs', 'docusaurus-plugin-openapi-docs'],
  ['theme', 'openapi-docs', 'docusaurus-theme-openapi-docs'],
  ['theme', 'live-codeblock', '@docusaurus/theme-live-codeblock'],
  ['preset', 'classic', '@docusaurus/preset-classic'],
  ['plugin', '@acme/sparkles', '@acme/sparkles'],
] as const)('a %s called %s is the package %s', ([type, name, packageName]) => {
  expect(resolvePackageName(name, type)).toBe(packageName);
});

test.for([
  ['docusaurus-lunr-search', 'search is built in'],
  ['@easyops-cn/docusaurus-search-local', 'search is built in'],
  ['docusaurus-plugin-matomo', 'nothing leaves the server'],
  ['docusaurus-plugin-llms-txt', '/llms.txt'],
  ['docusaurus-plugin-image-zoom', 'a link opens an image'],
])('a package is recognised by a word in its name: %s', async ([name = '', why = '']) => {
  expect(findKnownPackage(name)).toMatchObject({ verdict: 'left-out', why: expect.stringContaining(why) });
  configure(name);
  expect((await load()).findings).toMatchObject([{ kind: 'left-out', what: name }]);
});

test.for(['docusaurus-plugin-tailwindcss', 'docusaurus-postcss-nested'])(
  'a package that processes style sheets must be installed: %s',
  async (name) => {
    configure(name);
    expect(await problems()).toEqual([expect.stringContaining(`The plugin ${name} failed and is left out`)]);
  },
);

test('an unknown package is named', async () => {
  configure('docusaurus-plugin-sparkles');
  expect(await problems()).toEqual([
    expect.stringContaining('The plugin "docusaurus-plugin-sparkles" is unknown and is left out.'),
  ]);
});
