import { expect, test } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';
import { formatProblem } from '../../shared/problem.ts';
import { findKnownPackage, knownPackages } from './supported.ts';

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
