import { expect, test } from 'vitest';
import spanish from '../../config/messages/es.json' with { type: 'json' };
import { english } from '../../config/texts.ts';
import { decodeCsv } from '../../shared/csv.ts';
import { readPeople } from './read-people.ts';

const listLines = (text: string) =>
  readPeople(text).problems.map(({ line, message }) => `${line}: ${message}`);
const rosa = { line: 2, email: 'rosa@example.com', name: 'Rosa Núñez', role: 'reader' };

test.each([
  ['commas', 'email,name,role\nrosa@example.com,Rosa Núñez,reader\n'],
  ['what a spreadsheet writes', '\u{FEFF}E-Mail;Name;Role\n Rosa@Example.com ;"Rosa Núñez";READER\r\n;;\r\n'],
  ['tabs, other names of columns in another order', 'Full name\tmail\nRosa Núñez\trosa@example.com'],
  [
    'what an export says besides',
    'email,name,role,state,added,last sign-in\nrosa@example.com,Rosa Núñez,,active,2026,',
  ],
])('reads people from %s', (_, text) => {
  expect(readPeople(text)).toEqual({ people: [rosa], problems: [] });
});

test('reads a file in any common encoding', () => {
  const text = 'email,name\nrosa@example.com,Rosa Núñez';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), utf16, utf16.swap16()])
    expect(readPeople(decodeCsv(Uint8Array.from(bytes))).people).toEqual([rosa]);
});

test('counts lines as an editor does, and keeps separators in names', () => {
  const { people } = readPeople(
    'sep=;\nemail;name\n\nrosa@example.com;"Núñez; Rosa"\n"bo@example.com";\'=Bo\n',
  );
  expect(people).toMatchObject([
    { line: 4, name: 'Núñez; Rosa' },
    { line: 5, name: '=Bo' },
  ]);
});

test('accepts the usual separators between groups', () => {
  const { people, problems } = readPeople(
    'email,groups\nrosa@example.com,"staff, partners"\nbo@example.com,\neva@example.com,a&b\n',
  );
  expect(people.map(({ groups }) => groups)).toEqual([['partners', 'staff'], undefined, ['a&b']]);
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    `4: "a&b" isn't a valid group name. Use letters, digits, - and _.`,
  ]);
});

test("reports a group that the site doesn't declare, if the declared groups are known", () => {
  const text = 'email,groups\nrosa@example.com,staff\nbo@example.com,stuff\neva,\n';
  const listProblems = (groups?: readonly string[]) =>
    readPeople(text, { groups }).problems.map(({ line, message }) => `${line}: ${message}`);
  expect(listProblems(['staff', 'partners'])).toEqual([
    '3: The site has no group "stuff". Did you mean "staff"?',
    `4: "eva" isn't a valid email address.`,
  ]);
  expect(listProblems()).toEqual([`4: "eva" isn't a valid email address.`]);
});

test('reports all problems at once, by line, with suggestions', () => {
  const text = [
    'e-mail,nmae,role,role',
    'rosa@example.com,Rosa,raeder',
    'somebody,Rosa,reader',
    'bo@example.com,Bo',
    'BO@example.com,Bo',
    'cleo@example.com,Cleo,reader,,surplus',
    'dan@example.com,"Dan "the man"",reader',
  ].join('\n');
  expect(listLines(text)).toEqual([
    '1: Unknown column "nmae". Did you mean "name"?',
    '1: The column role appears twice.',
    '2: Unknown role "raeder". Use reader or administrator. Did you mean "reader"?',
    `3: "somebody" isn't a valid email address.`,
    '5: bo@example.com is already in line 4.',
    '6: This line has 5 cells, but the first line names 4 columns. Put cells that contain a separator in quotation marks.',
    '7: A quotation mark is in the middle of a cell. Double it, and put the cell in quotation marks.',
  ]);
});

test.each([
  ['', '1: The file is empty. The first line must name the columns: email,name,role'],
  ['rosa@example.com,Rosa', '1: The first line must name the columns: email,name,role'],
  ['email,name\nrosa@example.com,"Rosa\nmore', '2: A quotation mark opens here but is never closed.'],
  ['name,role\nRosa,reader', '1: The column email is missing.'],
])('reports an unreadable file: %j', (text, message) => {
  expect(listLines(text)).toEqual([message]);
});

test('limits the number of people in a file', () => {
  const text = Array.from({ length: 10_001 }, (_, n) => `p${n}@example.com`).join('\n');
  expect(listLines(`email\n${text}`)).toEqual([
    `10002: A file can contain at most 10,000 people. Split it and import the parts.`,
  ]);
});

test.each([
  ['people', 'rosa@example.com\n'],
  ['invalid people', 'nobody\n'],
  ['empty rows with someone after them', ',\n'],
])("doesn't read a million %s", (_, row) => {
  const { people, problems } = readPeople(`email\n${row.repeat(1_000_000)}ben@example.com`);
  expect(people.map(({ email }) => email)).not.toContain('ben@example.com');
  expect(problems.map(({ message }) => message)).toContain(
    'A file can contain at most 10,000 people. Split it and import the parts.',
  );
});

test.each([
  [
    'columns',
    `email,${'x,'.repeat(800_000)}`,
    /^1: The first line names 800,002 columns, but at most 50 are allowed/,
  ],
  ['empty columns', `email${','.repeat(800_000)}`, /^1: The first line names 800,001 columns/],
  ['quoted columns', `${'"a@b",'.repeat(200_000)}`, /^1: The first line names 200,001 columns/],
  [
    'groups',
    `email,groups\nrosa@example.com,${'"'}${'a '.repeat(400_000)}${'"'}`,
    /^2: This line has 400,000 groups/,
  ],
])('reports one problem for a file with too many %s', (_, text, problem) => {
  const lines = listLines(text);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(problem);
});

test.each([
  ['people', Array(10_000).fill('nobody,Rosa,reder').join('\n'), 'email,name,role'],
  ['stray quotes', Array(10_000).fill('a"b"c').join('\n'), 'email'],
  [
    'surplus cells',
    Array(9_000)
      .fill(`x${',y'.repeat(100)}`)
      .join('\n'),
    'email',
  ],
])('reports at most a thousand problems and a final note (%s)', (_, text, header) => {
  const lines = listLines(`${header}\n${text}`);
  expect(lines).toHaveLength(1_001);
  expect(lines.at(-1)).toMatch(/: There may be more problems\. Fix these and import the file again\.$/);
});

test('reports at most a thousand unknown groups', () => {
  const groups = Array.from({ length: 150 }, (_, n) => `group-${n}`).join(' ');
  const text = Array.from({ length: 2_000 }, (_, n) => `p${n}@example.com,"${groups}"`).join('\n');
  expect(readPeople(`email,groups\n${text}`, { groups: ['staff'] }).problems).toHaveLength(1_001);
});

test('quotes values of the file as the language of the message does', () => {
  const texts = { ...english, ...spanish.faults };
  const file = 'email,name,role,groups,rol\neva,Eva,jefa,a&b,\nbo@example.com,Bo,reader,otro,\n';
  const { problems } = readPeople(file, { groups: ['equipo'], texts, locale: 'es' });
  const quotedValues = problems.map(({ message }) => /«.*?»/.exec(message)?.[0]);
  expect(quotedValues).toEqual(['«rol»', '«eva»', '«jefa»', '«a&b»', '«otro»']);
  expect(problems.map(({ message }) => message).join()).not.toContain('"');
});
