import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerExample } from '../src/reference/openapi/example-value.ts';
import { listOwnErrors } from '../src/reference/openapi/own-errors.ts';
import { manualData } from '../testing/manual.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sheets = path.join(root, '../shared/facts');
const readSheet = (file: string) => readFileSync(path.join(sheets, file), 'utf8');

/** The reference data has the same things as its sources: nothing is missing, nothing was invented. */
function compare(what: string, run: () => void): void {
  test(what, () => {
    if (!existsSync(sheets)) return console.warn(`The fact sheets are not here: ${what} is not compared.`);
    run();
  });
}

/** `File (legacy single upload)` and `Row / cell` by their first name. */
const takeFirstName = (title: string) => title.replace(/ [(/].*$/, '');

compare('every endpoint by its method and path', () => {
  const facts: { endpoints: { method: string; path: string }[] } = JSON.parse(readSheet('rest-api.json'));
  const formatCall = ({ method, path: address }: { method: string; path: string }) => `${method} ${address}`;
  const documented = manualData.api.endpoints.map(({ method, shownPath }) =>
    formatCall({ method, path: shownPath }),
  );
  expect(documented.toSorted()).toEqual(facts.endpoints.map(formatCall).toSorted());
});

compare('every PHP function by its name', () => {
  const facts: { functions: { name: string }[] } = JSON.parse(readSheet('php-functions.json'));
  const documented = manualData.php.functions.map(({ id }) => id);
  expect(documented.toSorted()).toEqual(
    facts.functions.map(({ name }) => name.replace(/\W.*$/, '')).toSorted(),
  );
});

compare('every JavaScript member by its name', () => {
  const facts: { methods: { name: string }[] } = JSON.parse(readSheet('dynaform-js.json'));
  const { members } = manualData.javaScript;
  const findNames = (text: string) => text.match(/[$A-Za-z][\w.$]*/g) ?? [];
  const documented = new Set(members.flatMap((member) => member.names.flatMap(findNames)));
  expect(members.length).toBe(facts.methods.length);
  expect(facts.methods.filter(({ name }) => !findNames(name).some((one) => documented.has(one)))).toEqual([]);
});

interface ControlFacts {
  title: string;
  properties: { name: string; internal: boolean }[];
}

compare('every control, with every property that is shown', () => {
  const facts: { controls: ControlFacts[] } = JSON.parse(readSheet('dynaform-controls.json'));
  const { controls } = manualData.controls;
  const documented = controls.map(({ title, properties }) => [
    takeFirstName(title),
    properties.map(({ key }) => key).toSorted(),
  ]);
  const expectedProperties = facts.controls.map(({ title, properties }) => [
    takeFirstName(title),
    properties.flatMap(({ name, internal }) => (internal ? [] : [name])).toSorted(),
  ]);
  expect(documented).toEqual(expectedProperties);
});

const holders = ['PROCESSMAKER_ADMIN', 'PROCESSMAKER_MANAGER', 'PROCESSMAKER_OPERATOR'];

compare('every permission key, with the roles that hold it as installed', () => {
  const rows = [...readSheet('admin.md').matchAll(/^\| ((?:PM|TASK)_[A-Z_]+) \|.*\|(.*)\|(.*)\|(.*)\|$/gm)];
  const expectedHolders = rows.map(([, key, ...marks]) => [
    key,
    holders.filter((_, index) => marks[index]?.trim() === 'x'),
  ]);
  const documented = manualData.permissions.permissions.map(({ id, roles }) => [
    id,
    holders.filter((role) => roles.includes(role)),
  ]);
  expect(expectedHolders.length).toBe(69);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expectedHolders));
});

compare('every version number of a function or a member, with it or on its page', () => {
  const documented = [...manualData.php.functions, ...manualData.javaScript.members];
  const findMissingFacts = ({ name, ...facts }: { name: string }) => {
    const documentedTable = documented.find(({ id }) => id === name);
    const page = documentedTable && path.join(root, `site/docs/${documentedTable.page}.md`);
    const documentedText =
      JSON.stringify(documentedTable) + (page === undefined ? '' : readFileSync(page, 'utf8'));
    const versions = JSON.stringify(facts).match(/\b3\.\d/g) ?? [];
    return versions
      .filter((version) => !documentedText.includes(version))
      .map((version) => `${name}: ${version}`);
  };
  const php: { functions: { name: string }[] } = JSON.parse(readSheet('php-functions.json'));
  const javaScript: { methods: { name: string }[] } = JSON.parse(readSheet('dynaform-js.json'));
  const facts = [...php.functions, ...javaScript.methods];
  expect(facts.filter((one) => /\b3\.\d/.test(JSON.stringify(one))).length).toBeGreaterThan(10);
  expect(facts.flatMap(findMissingFacts)).toEqual([]);
});

compare('that the older lists are deprecated, and since when, on the page of their endpoints', () => {
  const facts: { endpoints: { method: string; path: string; summary: string }[] } = JSON.parse(
    readSheet('rest-api.json'),
  );
  const datedEndpoints = facts.endpoints.filter(({ summary }) => /\b3\.\d/.test(summary));
  expect(datedEndpoints.length).toBe(12);
  const undated = datedEndpoints.filter(({ method, path: address, summary }) => {
    const documentedEndpoint = manualData.api.endpoints.find(
      (one) => one.method === method && one.shownPath === address,
    );
    const [version = 'none'] = /\b3\.\d/.exec(summary) ?? [];
    const page = documentedEndpoint && path.join(root, `site/docs/${documentedEndpoint.page}.md`);
    return (
      page === undefined || !documentedEndpoint?.deprecated || !readFileSync(page, 'utf8').includes(version)
    );
  });
  expect(undated).toEqual([]);
});

compare('a sample answer wherever the facts name a field of it', () => {
  const facts: { endpoints: { method: string; path: string; responseFields: string[] }[] } = JSON.parse(
    readSheet('rest-api.json'),
  );
  const { document, endpoints } = manualData.api;
  const without = endpoints.filter(({ responses }) => {
    const [, done] = Object.entries(responses).find(([status]) => /^[23]/.test(status)) ?? [];
    const media = done?.content?.['application/json'];
    return media?.schema !== undefined && answerExample(document, media) === undefined;
  });
  const undocumentedEndpoints = without.filter(({ method, shownPath }) => {
    const sheetEndpoint = facts.endpoints.find((one) => one.method === method && one.path === shownPath);
    return sheetEndpoint === undefined || sheetEndpoint.responseFields.length > 0;
  });
  console.log(`Answers whose fields no source names: ${without.length} of ${endpoints.length}.`);
  expect(undocumentedEndpoints.map(({ method, shownPath }) => `${method} ${shownPath}`)).toEqual([]);
});

/** Words of a rule by which the product refuses a request → those that the endpoints have for it. */
const refusals: readonly [fact: string, said: RegExp][] = [
  [
    'record with that name already exists',
    /^(?:A|Another) .* (?:exists already|has this (?:title|name|code))/,
  ],
  ['email address is not valid', /^The email address is not valid/],
  ['password does not satisfy', /^The password does not satisfy the policy/],
  ['group cannot be removed', /^A task uses the group/],
  ['user cannot be removed', /^The user has open cases or is used/],
  ['category cannot be removed', /^Processes use the category/],
  ['calendar cannot be removed', /^There are fewer than three work days/],
  ['department cannot be removed', /^The department has users or sub-departments/],
  ['role cannot be removed', /^The role is built in or has users/],
  ['case was already routed', /^The delegation was already routed or paused or cancelled/],
  ['not have a current task', /^The case is completed or has no open task/],
  ['assigned to another user', /^The task is assigned to another user/],
  ['not valid to cancel', /^The user is not valid to (?:cancel|pause|unpause) it/],
  ['only Draft cases', /^The case is not a draft/],
  ['case note exceeds', /^The note is longer than/],
  ['case variable already exists', /^The variable (?:has a value already|does not exist)/],
  ['variable cannot be removed', /^A Dynaform uses the variable/],
  ['PM Table must have a key', /^No column is a key/],
  ['process still has cases', /^The process has cases/],
  ['database engine or encoding', /^The engine or the encoding is not valid/],
  ['file extension or size', /^The extension or the size of (?:a|the) file is not allowed/],
];
/** Common to all endpoints: the page of error messages has them. */
const everybodys = [
  'required field is missing',
  'among the accepted ones',
  '32 characters',
  'UID does not exist',
];

compare('every rule by which a request is refused, at the endpoints that it concerns', () => {
  const { codes }: { codes: { code: number; typical: string[] }[] } = JSON.parse(
    readSheet('error-messages.json'),
  );
  const facts = codes.find(({ code }) => code === 400)?.typical ?? [];
  const documentedConditions = manualData.api.endpoints.flatMap((endpoint) =>
    listOwnErrors(endpoint).map(({ when }) => when),
  );
  expect(facts.length).toBe(25);
  const missingFacts = facts.filter((fact) => {
    if (everybodys.some((words) => fact.includes(words))) return false;
    const matchingRefusal = refusals.find(([words]) => fact.includes(words));
    return (
      matchingRefusal === undefined || !documentedConditions.some((when) => matchingRefusal[1].test(when))
    );
  });
  expect(missingFacts).toEqual([]);
  // Whatever takes a file can get one that is too large.
  const upload = (one: (typeof manualData.api.endpoints)[number]) =>
    'multipart/form-data' in (one.body ?? {});
  const uploads = manualData.api.endpoints.filter(upload);
  expect(uploads.length).toBeGreaterThan(10);
  expect(uploads.filter((one) => !listOwnErrors(one).some(({ status }) => status === '413'))).toEqual([]);
});

const readArticleText = (page: string) => readFileSync(path.join(root, 'site/docs/LuranaBPA', page), 'utf8');

/** The cells of a table, by the heading of its first column; without bold, links and the mark of what is required. */
function readTable(page: string, firstColumn: string): string[][] {
  const lines = readArticleText(page).split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${firstColumn} |`));
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  const removeMarks = (cell: string) => cell.replace(/\*\*|\[|\]\([^)]*\)| \\\*/g, '').trim();
  return rest.slice(0, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(removeMarks),
  );
}

/** The names after a word in a section of the sheet, without what is in parentheses. */
function findNamesAfter(word: string, section: string): string[] {
  const [, text = ''] = readSheet('admin.md').split(section);
  const [, names = ''] = new RegExp(`${word}: ([^\\n]*)`).exec(text) ?? [];
  return names
    .replace(/ ?\([^)]*\)/g, '')
    .split(/[;[]/, 1)
    .join()
    .split(',')
    .map((name) => name.trim().replace(/\.$/, ''))
    .filter((name) => name !== '');
}

const listFirstCells = (rows: string[][]) => rows.map(([name = '']) => name.toLowerCase()).toSorted();
const lowerNames = (names: string[]) => names.map((name) => name.toLowerCase()).toSorted();

const lists = [
  ['### My Cases', 'UserExperience/1CasesMainMenu/11Home/MyCases.md'],
  ['### Advanced Search', 'UserExperience/1CasesMainMenu/11Home/AdvancedSearch.md'],
  ['### Inbox', 'UserExperience/1CasesMainMenu/12Tasks/Inbox.md'],
] as const;
for (const [section, page] of lists)
  compare(`every column and filter of ${section.slice(4)}`, () => {
    expect(readTable(page, 'Column').length).toBeGreaterThan(9);
    expect(readTable(page, 'Filter').length).toBeGreaterThan(6);
    expect(listFirstCells(readTable(page, 'Column'))).toEqual(lowerNames(findNamesAfter('Columns', section)));
    expect(listFirstCells(readTable(page, 'Filter'))).toEqual(lowerNames(findNamesAfter('Filters', section)));
  });

compare('every entry of the Admin menu', () => {
  const section = '## 17.';
  const entries = ['Settings', 'Users'].flatMap((word) => findNamesAfter(`- ${word}`, section));
  expect(entries.length).toBeGreaterThan(20);
  const menuText = readArticleText('Administering/AdminMenu.md').toLowerCase();
  expect(entries.filter((name) => !menuText.includes(`| **${name.toLowerCase()}** |`))).toEqual([]);
  const logs = readArticleText('Administering/Logs.md').toLowerCase();
  const [, logNames = ''] = /Logs: ([^;.]*)[;.]/.exec(readSheet('admin.md').split(section)[1] ?? '') ?? [];
  const missing = logNames.split(', ').filter((name) => !logs.includes(`| **${name.toLowerCase()}** |`));
  expect({ written: logNames.length > 0, missing }).toEqual({ written: true, missing: [] });
});

compare('how often each background job runs by default', () => {
  const often: Readonly<Record<string, string>> = {
    hourly: 'Every hour',
    daily: 'Every day',
    weekly: 'Every week',
    'every minute': 'Every minute',
    'every 5 minutes': 'Every 5 minutes',
    'every 10 minutes': 'Every 10 minutes',
  };
  const [, section = ''] = readSheet('admin.md').split('## 16.');
  const rows = [...(section.split('## 17.')[0] ?? '').matchAll(/^\| .* \| .* \| (.*) \|$/gm)].slice(1);
  const jobs = readTable('Developer Info/AdditionalResources/BackgroundJobs.md', 'Job');
  expect(rows.length).toBe(13);
  expect(jobs.map(([, , frequency]) => frequency)).toEqual(rows.map(([, word = '']) => often[word]));
});

interface Matrix {
  processPermissions: {
    matrix: { object: string; note?: string; [action: string]: boolean | string | null | undefined }[];
  };
  variables: { reserved: string[] };
}

compare('which process permission allows what, and the reserved names of variables', () => {
  const { processPermissions, variables }: Matrix = JSON.parse(readSheet('bpmn.json'));
  const expectedActions = processPermissions.matrix.map(({ object, note = '', ...actions }) => [
    object,
    ...['view', 'block', 'delete', 'resend'].map((action) => {
      if (actions[action] === null) return 'No choice';
      if (actions[action] !== true) return 'No';
      return note.includes('always') ? 'Always' : 'Yes';
    }),
  ]);
  const documented = readTable('AdvancedDesign/Permissions.md', 'Object').map((row) => row.slice(0, 5));
  expect(expectedActions.length).toBe(9);
  expect(documented).toEqual(expectedActions);
  const names = readArticleText('BasicFeatures/6DefinitionOfProcess/Variables.md');
  expect(variables.reserved.filter((name) => !names.includes(`\`${name}\``))).toEqual([]);
});
