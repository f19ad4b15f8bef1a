import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/test-site.ts';
import { openApiOptionsSchema } from '../config/open-api-options.ts';
import { type ApiProblem, loadApi } from './api-document.ts';
import { getPageFile, listPluginPages } from './plugin-pages.ts';
import { createPluginSidebar } from './plugin-sidebar.ts';

const fixtures = path.join(projectDir, 'tests/fixtures/openapi');
const readFixture = (file: string) => readFileSync(path.join(fixtures, file), 'utf8');
/** Output of `gen-api-docs all` (docusaurus-plugin-openapi-docs 5.2.0) for these options and `shop.yaml`. */
const truth: Record<string, { files: string[]; sidebar: unknown }> = JSON.parse(
  readFixture('what-the-plugin-makes.json'),
);
const options: Record<string, object> = {
  'by-tag': { sidebarOptions: { groupPathsBy: 'tag', categoryLinkSource: 'tag' } },
  'by-info': { sidebarOptions: { groupPathsBy: 'tag', categoryLinkSource: 'info' }, showSchemas: true },
  auto: { sidebarOptions: { groupPathsBy: 'tag', categoryLinkSource: 'auto' } },
  flat: { sidebarOptions: { groupPathsBy: 'tag' } },
  none: {},
};

function open(text: string, file = '/site/shop.yaml') {
  const problems: ApiProblem[] = [];
  const read = (name: string) => (name === file ? text : undefined);
  return { api: loadApi(file, { read, report: (problem) => problems.push(problem) }), problems };
}

test.each(Object.entries(options))(
  'makes the files and the sidebar that the plugin makes: %s',
  (name, pageSet) => {
    const { api, problems } = open(readFixture('shop.yaml'));
    if (!api) throw new Error("shop.yaml can't be read.");
    const [set] = openApiOptionsSchema.parse({
      pageSets: [{ specPath: 'shop.yaml', outputDir: `docs/${name}`, ...pageSet }],
    }).pageSets;
    if (!set) throw new Error('There is no page set.');
    const pages = listPluginPages(api, set);
    expect(pages.map(getPageFile).sort()).toEqual(truth[name]?.files);
    const sidebar = createPluginSidebar({ pages, apis: [api], options: set });
    expect(sidebar === undefined ? null : JSON.parse(JSON.stringify(sidebar))).toEqual(truth[name]?.sidebar);
    expect(problems).toEqual([]);
  },
);

/** Labels of a sidebar, with those of its categories nested. */
function listLabels(items: readonly unknown[]): unknown[] {
  return items.map((item) => {
    const { type, label, id, items: inner } = Object(item);
    return type === 'category' ? [label, listLabels(inner)] : (label ?? id);
  });
}

const library = `openapi: 3.0.3
info: { title: Library, version: '1' }
tags: [{ name: books }, { name: loans, x-displayName: Lending }, { name: staff }]
x-tagGroups:
  - { name: Readers, tags: [loans, books] }
  - { name: Everything else, tags: [staff, none] }
paths:
  /books: { get: { operationId: listBooks, summary: List books, tags: [books], responses: {} } }
  /loans: { post: { operationId: lend, summary: Lend a book, tags: [loans, staff], responses: {} } }
  /health: { get: { operationId: health, summary: Health, responses: {} } }
components:
  schemas:
    Book: { type: object }
    Loan: { type: object, x-tags: [loans] }
`;

function makePages(pageSet: object) {
  const { api } = open(library);
  if (!api) throw new Error("The description can't be read.");
  const [set] = openApiOptionsSchema.parse({
    pageSets: [{ specPath: 'library.yaml', outputDir: 'docs/api', ...pageSet }],
  }).pageSets;
  if (!set) throw new Error('There is no page set.');
  const pages = listPluginPages(api, set);
  return {
    files: pages.map(getPageFile),
    sidebar: createPluginSidebar({ pages, apis: [api], options: set }),
  };
}

test('groups tags as `x-tagGroups` says, with schemas after all groups', () => {
  const { sidebar = [] } = makePages({ sidebarOptions: { groupPathsBy: 'tagGroup' }, showSchemas: true });
  expect(listLabels(sidebar)).toEqual([
    [
      'Readers',
      [
        'api/library',
        ['books', ['List books']],
        ['Lending', ['Loan', 'Lend a book']],
        ['UNTAGGED', ['Health']],
      ],
    ],
    ['Everything else', ['api/library', ['staff', ['Lend a book']], ['UNTAGGED', ['Health']]]],
    ['Schemas', ['Book']],
  ]);
});

test('without `x-tagGroups`, a sidebar of groups is empty', () => {
  const { api } = open(library.replace('x-tagGroups', 'x-other'));
  const [options] = openApiOptionsSchema.parse({
    pageSets: [{ specPath: 'a', outputDir: 'docs/api', sidebarOptions: { groupPathsBy: 'tagGroup' } }],
  }).pageSets;
  if (!api || !options) throw new Error("The description can't be read.");
  expect(createPluginSidebar({ pages: listPluginPages(api, options), apis: [api], options })).toEqual([]);
});

test('makes only the pages of schemas, and no sidebar, with `schemasOnly`', () => {
  const { files, sidebar } = makePages({ schemasOnly: true, sidebarOptions: { groupPathsBy: 'tag' } });
  expect(files).toEqual(['schemas/book.schema.mdx', 'schemas/loan.schema.mdx']);
  expect(sidebar).toBeUndefined();
});

test('makes pages of schemas with `x-tags` without being asked', () => {
  expect(makePages({}).files.filter((file) => file.startsWith('schemas/'))).toEqual([
    'schemas/loan.schema.mdx',
  ]);
});

test.each([
  ['YAML with a mistake', 'openapi: 3.0.0\ninfo: {\n', '/a.yaml', /can't be read as YAML/],
  ['JSON with a mistake', '{"openapi": "3.0.0",\n\n"info" }', '/a.json', /can't be read as JSON/],
  ['a list', '- openapi\n', '/a.yaml', /must hold an object/],
  ['no version', 'info: { title: A }\n', '/a.yaml', /no `openapi` key \(JSON pointer \/openapi\)/],
  ['a later version', 'info: {}\nopenapi: 4.0.0\n', '/a.yaml', /OpenAPI 4.0.0 .* isn't supported/],
  [
    'no paths',
    'openapi: 3.0.0\ninfo: { title: A }\n',
    '/a.yaml',
    /`paths` \(JSON pointer \/paths\) is missing/,
  ],
])('reports a file with %s, with its line', (_, text, file, message) => {
  const { api, problems } = open(text, file);
  expect(api).toBeUndefined();
  expect(problems).toEqual([expect.objectContaining({ file, message: expect.stringMatching(message) })]);
  expect(problems[0]?.line).toBeGreaterThan(0);
});

test.each([
  ['https://example.com/a.yaml#/Order', /Builds fetch nothing/],
  ['./other.yaml#/Order', /no such file in the site folder/],
  ['#/components/schemas/Missing', /has nothing there/],
])('reports a reference to %s once, with its line', (reference, message) => {
  const text = `openapi: 3.1.0\ninfo: { title: A }\npaths: {}\nx-a:\n  $ref: '${reference}'\n`;
  const { api, problems } = open(text);
  for (let times = 0; times < 2; times += 1) expect(api?.follow(api.root['x-a'])).toBeUndefined();
  expect(problems).toEqual([{ file: '/site/shop.yaml', line: 5, message: expect.stringMatching(message) }]);
});

test('names of tags and schemas are the same in both Unicode forms', () => {
  const decomposeAccents = (text: string) => text.normalize('NFD');
  const composeAccents = (text: string) => text.normalize('NFC');
  const { api, problems } = open(`openapi: 3.0.3
info: { title: Shop, version: '1' }
tags:
  - { name: ${composeAccents('Aufträge')} }
paths:
  /orders:
    get:
      operationId: list
      summary: List
      tags: [${decomposeAccents('Aufträge')}]
      responses:
        '200':
          description: Done
          content:
            application/json:
              schema: { $ref: '#/components/schemas/${decomposeAccents('Größe')}' }
  /sizes:
    get:
      operationId: sizes
      summary: Sizes
      tags: [${composeAccents('Aufträge')}]
      responses:
        '200':
          description: Done
          content:
            application/json:
              schema: { $ref: '#/components/schemas/${encodeURI(decomposeAccents('Größe'))}' }
components:
  schemas:
    ${composeAccents('Größe')}: { type: string }
`);
  if (!api) throw new Error("The document can't be read.");
  const [set] = openApiOptionsSchema.parse({
    pageSets: [{ specPath: 'shop.yaml', outputDir: 'docs/api', sidebarOptions: { groupPathsBy: 'tag' } }],
  }).pageSets;
  if (!set) throw new Error('There is no page set.');
  const sidebar = createPluginSidebar({ pages: listPluginPages(api, set), apis: [api], options: set });
  const labels = listLabels(Array.isArray(sidebar) ? sidebar : Object(sidebar).apisidebar);
  expect(JSON.stringify(labels).match(/Auftr/g)).toHaveLength(1);
  expect(problems).toEqual([]);
});
