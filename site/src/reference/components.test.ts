import path from 'node:path';
import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../testing/compile-with-data.ts';
import { manualData } from '../../testing/manual.ts';

/** A use of each component for each thing that it can show. */
function listEverything(): string[] {
  const { api, php, javaScript, controls, permissions } = manualData;
  return [
    '<EndpointTable tag="Users" />',
    ...[...api.tags.keys()].map((tag) => `<Endpoints tag="${tag}" />`),
    '<PhpFunctionTable />',
    ...php.functions.map(({ id }) => `<PhpFunction name="${id}" />`),
    '<PhpHelpers />',
    '<SystemVariables />',
    '<JsMemberTable />',
    ...javaScript.members.map(({ id }) => `<JsMember name="${id}" />`),
    ...controls.controls.map(
      ({ id }) =>
        `<ControlFacts control="${id}" />\n\n<ControlProperties control="${id}" id="${id}" />\n\n<ControlMethods control="${id}" />`,
    ),
    '<AvailabilityTable />',
    '<PermissionTable />',
    ...[...permissions.groups.keys()].map((id) => `<Permissions group="${id}" />`),
    '<RestErrors />',
    '<OAuthErrors />',
    '<StoryTables />',
  ];
}

test('an endpoint becomes a section with its headings, tables and samples', async () => {
  const { html, headings, toc, problems } = await compile('<Endpoint id="listUsers" />');
  expect(problems).toEqual([]);
  expect(headings.map(({ id, level }) => [id, level])).toEqual([
    ['get-users', 2],
    ['get-users-parameters', 3],
    ['get-users-request', 3],
    ['get-users-answer', 3],
  ]);
  expect(toc.map(({ text }) => text)).toContain('List users');
  expect(html).toContain('<a class="hash-link" href="#get-users"');
  expect(html).toContain('<strong>GET</strong> <code>/users</code>');
  expect(html).toContain('<code>PM_USERS</code> or <code>PM_FACTORY</code>');
  for (const language of ['bash', 'js', 'php', 'json']) expect(html).toContain(`language-${language}`);
});

test('a section lists the errors of its endpoint only, and leads to those of all', async () => {
  const pages = ['LuranaBPA/Developer Info/RESTAPI/ErrorMessages.md'];
  const { html, links } = await compile('<Endpoint id="deleteGroup" />\n\n<Endpoint id="listGroups" />', {
    pages,
  });
  expect(html).toContain('<td>A task uses the group</td>');
  expect(html).not.toContain('does not have 32 characters');
  expect(links.filter(({ href }) => href.endsWith('/ErrorMessages#every-endpoint'))).toHaveLength(1);
});

test('describes an answer without documented fields in words, without a sample', async () => {
  const { html } = await compile('<Endpoint id="listSkins" />');
  expect(html.replace(/<[^>]+>/g, '')).toContain('200 with an array: one object for each skin.');
  expect(html).not.toContain('language-json');
});

test('where a section was before, the row of its table has its ids and leads to it', async () => {
  const page = 'LuranaBPA/Developer Info/RESTAPI/Cases/ClassicLists.md';
  const { anchors, links } = await compile('<EndpointTable tag="Classic lists" anchors="moved" />', {
    pages: [page],
  });
  expect(anchors).toEqual(expect.arrayContaining(['get-lists-inbox', 'get-lists-inbox-answer']));
  expect(links.map(({ href }) => href)).toContain(
    '/docs/LuranaBPA/Developer Info/RESTAPI/Cases/ClassicLists#get-lists-inbox',
  );
});

test('an endpoint is found by method and path too', async () => {
  const { headings } = await compile('<Endpoint id="POST /user" level="3" />');
  expect(headings[0]).toMatchObject({ id: 'post-user', level: 3, text: 'Create a user' });
});

test('every endpoint of a tag has its section, and the fields of an object are listed once', async () => {
  const { html, headings, problems } = await compile('<Endpoints tag="Groups" />');
  expect(problems).toEqual([]);
  expect(headings.filter(({ level }) => level === 2)).toHaveLength(11);
  expect(html.match(/Number of tasks that use the group/g)).toHaveLength(1);
  expect(html).toContain('with an object. See <a href="#get-groups-answer">');
});

test.each([
  ['Home lists', 'for all fields except sendBy'],
  ['Older case lists', 'for all fields of data[] except'],
  ['Process files', 'for all fields except name, type, path and editable'],
  ['Departments', 'for all fields except usr_supervisor'],
])('an answer of %s is described by the few fields that it leaves out: %s', async (tag, reference) => {
  const { html, problems } = await compile(`<Endpoints tag="${tag}" />`);
  expect(problems).toEqual([]);
  expect(html.replace(/<[^>]+>/g, '')).toContain(reference);
});

test.each([
  ['Classic lists', 'APP_UPDATE_DATE'],
  ['Older case lists', 'APP_CACHE_VIEW.APP_NUMBER'],
  ['Case notes', 'NOTE_DATE'],
])(
  'the parameters that the lists of %s share are named once, with the default %s',
  async (tag, sortField) => {
    const { html, problems } = await compile(`<Endpoints tag="${tag}" />`);
    expect(problems).toEqual([]);
    const text = html.replace(/<[^>]+>/g, '');
    const statements = [...text.matchAll(/See long lists for start[^\n]*? and \w+\./g)].map(
      ([words]) => words,
    );
    expect(statements).toContainEqual(expect.stringContaining(`sort (default ${sortField})`));
    expect(new Set(statements).size).toBe(statements.length);
  },
);

test('an answer with the fields and the sample of an earlier one only leads there', async () => {
  const { html } = await compile('<Endpoints tag="Classic lists" />');
  const text = html.replace(/<[^>]+>/g, '');
  expect(text).toContain('200 with an object. See List Inbox cases by the classic lists.');
  expect(text).not.toContain('For a sample, see List Inbox cases by the classic lists.');
});

test('the table of endpoints links to the sections where their page exists', async () => {
  const page = 'LuranaBPA/Developer Info/RESTAPI/Administration/Users.mdx';
  const there = await compile('<EndpointTable tag="Users" />', { pages: [page] });
  expect(there.links[0]?.href).toBe('/docs/LuranaBPA/Developer Info/RESTAPI/Administration/Users#get-users');
  const missing = await compile('<EndpointTable tag="Users" />');
  expect(missing.links).toEqual([]);
  expect(missing.html).toContain('<code>GET /users</code>');
});

test('a wrong name is a problem with its line and the near name', async () => {
  const { problems } = await compile(
    'Text.\n\n<Endpoint id="listUser" />\n\n<PhpFunction name="executeQerry" />',
  );
  expect(problems).toMatchObject([
    { file: 'docs/page.md', line: 3, message: expect.stringContaining('Did you mean "listUsers"?') },
    { line: 5, message: expect.stringContaining('Did you mean "executeQuery"?') },
  ]);
});

test.each([
  ['<Endpoint />', 'The attribute `id` is missing'],
  ['<Endpoint id={1} />', 'Write the attribute `id` as text'],
  ['<Endpoint ids="listUsers" />', 'It has no attribute `ids`. Did you mean "id"?'],
  ['Words <Endpoint id="listUsers" /> in a line.', 'on lines of its own'],
  ['<Endpoints tag="User" />', 'Did you mean "Users"?'],
  ['<JsMember name="getvalue" />', 'Did you mean "getValue"?'],
  ['<ControlProperties control="textbx" />', 'Did you mean "textbox"?'],
  ['<Permissions group="setups" />', 'Did you mean "setup"?'],
  ['<Endpoint id="listUsers" level="1" />', "isn't one of 2 to 5"],
])('%s says what is wrong', async (source, message) => {
  const { problems } = await compile(source);
  expect(problems).toMatchObject([{ severity: 'error', line: 1, message: expect.stringContaining(message) }]);
});

test('the permission of an endpoint leads to its key', async () => {
  const pages = ['LuranaBPA/BasicFeatures/4Roles/Permissions.md'];
  const { html } = await compile('<Endpoint id="createGroup" />', { pages });
  expect(html).toMatch(/<a href="[^"]*\/4Roles\/Permissions#PM_USERS"><code>PM_USERS<\/code><\/a>/);
});

test('a PHP function has signature, parameters, return value, its own example and caveats', async () => {
  const source = '<PhpFunction name="PMFNewCase">\n\n### Example {#x}\n\nText.\n\n</PhpFunction>';
  const { headings, html } = await compile(source);
  expect(headings.map(({ id }) => id)).toEqual([
    'PMFNewCase',
    'PMFNewCase-parameters',
    'PMFNewCase-return',
    'x',
    'PMFNewCase-caveats',
  ]);
  expect(html).toContain('<div class="code-block-title">Signature</div>');
});

test('the words of a section lead to what they name, but not to themselves', async () => {
  const folder = 'LuranaBPA/Developer Info/LuranaProgramming';
  const pages = [
    `${folder}/PHP/LuranaFunctions/UserFunctions.md`,
    `${folder}/JavaScript/JavaScriptFunctionsAndMethods/ValueMethods.md`,
    'LuranaBPA/BasicFeatures/4Roles/Permissions.md',
  ];
  const { links } = await compile(
    '<PhpFunction name="userInfo" />\n\n<PhpFunction name="PMFUnCancelCase" />\n\n<JsMember name="setValueAsync" />',
    { pages },
  );
  const targets = links.map(({ href }) => href.replace(/^.*\//, ''));
  expect(targets).toEqual([
    'UserFunctions#PMFInformationUser',
    'Permissions#PM_UNCANCELCASE',
    'ValueMethods#setValue',
  ]);
});

test('a JavaScript member has its signatures for a control and for a grid', async () => {
  const { html, headings } = await compile('## Values\n\n<JsMember name="getValue" />');
  expect(headings[1]).toMatchObject({ id: 'getValue', level: 3 });
  expect(html.replace(/<[^>]+>/g, '')).toContain('$(&quot;#gridId&quot;).getValue(row, col)');
});

test('a control has its facts, its properties in groups, and its methods', async () => {
  const { headings, html } = await compile(
    '<ControlFacts control="grid" />\n\n<ControlProperties control="grid" />\n\n<ControlMethods control="grid" />',
  );
  expect(headings[0]).toMatchObject({ id: 'properties', level: 2 });
  expect(html).toContain('<strong>pageSize</strong>'.replace('pageSize', 'page size'));
  expect(html).toContain('<code>addRow</code>');
});

test.each([
  ['textbox', 'Reads the stored value.', false],
  ['datetime', 'Sets the value.', false],
  ['dropdown', 'For a control with options, this is the key of the chosen option.', true],
  ['checkgroup', 'An option is chosen by its key.', true],
])(
  'the methods of a %s say "%s", and speak of options only where it has some',
  async (id, words, hasOptions) => {
    const { html } = await compile(`<ControlMethods control="${id}" />`);
    expect(html).toContain(words);
    expect(/\boptions?\b/.test(html)).toBe(hasOptions);
  },
);

test('a property that many controls share is described once, and named by each of them', async () => {
  const pages = ['LuranaBPA/BasicFeatures/7Dynaforms/DynaformEditor.md'];
  const { html, links } = await compile('<ControlProperties control="textbox" />', { pages });
  expect(html).toContain('<strong>protected value</strong>');
  expect(html).not.toContain('protects against tampering');
  expect(links.map(({ href }) => href.replace(/^.*\//, ''))).toContain('DynaformEditor#shared-properties');
  const shared = await compile('<SharedProperties />');
  expect(shared.html).toContain('protects against tampering');
});

test.each([
  [
    '<PhpFunctionTable group="email" />',
    'LuranaBPA/Developer Info/LuranaProgramming/PHP/LuranaFunctions/EmailFunctions.md',
  ],
  ['<EndpointTable tag="Groups" />', 'LuranaBPA/Developer Info/RESTAPI/Administration/Groups.md'],
])('%s leaves out what has a section on the page', async (source, file) => {
  expect((await compile(source, { file })).html).not.toContain('Does</th>');
  expect((await compile(source, { pages: [file] })).html).toContain('Does</th>');
});

test('the tables of the story have their columns, keys and rows', async () => {
  const { html, problems } = await compile('<StoryTables />');
  expect(problems).toEqual([]);
  expect(html).toContain('<summary>PMT_PRODUCT, 5 rows</summary>');
  expect(html).toContain('CODE: CHAR(7), key');
  expect(html).toContain('<code>Digital caliper 150 mm</code>');
});

test('permission keys have a section each, with the key as its id', async () => {
  const { headings } = await compile('## Setup\n\n<Permissions group="setup" />');
  expect(headings).toContainEqual(expect.objectContaining({ id: 'PM_SETUP_CALENDAR', level: 3 }));
});

test('every tag, function, member, control and group of keys renders without a problem', async () => {
  const { problems } = await compile(listEverything().join('\n\n'));
  expect(problems).toEqual([]);
});

test('the data file that a component reads is a dependency of the article', async () => {
  const { dependencies } = await compile('<PhpHelpers />');
  expect(dependencies).toContainEqual({
    kind: 'file',
    file: path.resolve(import.meta.dirname, '../../docs/_data/php-functions.json'),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('a badge says which edition and release a feature needs, and the table leads to the features', async () => {
  const badges = await compile(
    '<Availability feature="audit-log" />\n\n<Availability feature="cancel-parallel" />\n\n<Availability feature="actions-by-email" />',
  );
  const words = badges.html.replace(/<[^>]+>/g, '');
  expect(words).toContain('Enterprise: needs a license. It is off until you enable it.');
  expect(words).toContain("Release 3.7 and later. Some older 3.x releases don't have it.");
  expect(words).toContain('Enterprise: needs a license, from release 3.1 on.');
  const pages = ['LuranaBPA/Administering/Logs.md'];
  const { html } = await compile('<AvailabilityTable />', { pages });
  expect(html).toContain('<a href="/docs/LuranaBPA/Administering/Logs#audit">Audit log</a>');
  expect(html).toContain('<td>All 3.x</td>');
  const { problems } = await compile('<Availability feature="audit-logs" />');
  expect(problems).toMatchObject([{ message: expect.stringContaining('audit-log') }]);
});

test.each([
  ['<PhpFunction name="PMFCaseInformation">\n\nAn example.\n\n</PhpFunction>', 'Release 3.6 and later.'],
  ['<JsMember name="setValueAsync">\n\nAn example.\n\n</JsMember>', 'Release 3.4 and later.'],
  ['<PhpFunction name="PMFNewCase">\n\nAn example.\n\n</PhpFunction>', 'TO_DO. Release 3.7 and later.'],
])('the release from which a function or a parameter exists is at it: %s', async (source, badge) => {
  const { html } = await compile(`## Section\n\n${source}`);
  expect(html.replace(/<[^>]+>/g, '')).toContain(badge);
  const { html: other } = await compile(
    '## Section\n\n<PhpFunction name="executeQuery">\n\nAn example.\n\n</PhpFunction>',
  );
  expect(other).not.toContain('class="badge"');
});
