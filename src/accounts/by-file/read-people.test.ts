import { expect, test } from 'vitest';
import { decodeCsv } from '../../shared/csv.ts';
import { readPeople } from './read-people.ts';

const linesOf = (text: string) => readPeople(text).problems.map(({ line, message }) => `${line}: ${message}`);
const rosa = { line: 2, email: 'rosa@example.com', name: 'Rosa Núñez', role: 'reader' };

test.each([
  ['commas', 'email,name,role\nrosa@example.com,Rosa Núñez,reader\n'],
  ['what a spreadsheet writes', '\u{FEFF}E-Mail;Name;Role\n Rosa@Example.com ;"Rosa Núñez";READER\r\n;;\r\n'],
  ['tabs, other names of columns in another order', 'Full name\tmail\nRosa Núñez\trosa@example.com'],
  [
    'what an export says besides',
    'email,name,role,state,added,last sign-in\nrosa@example.com,Rosa Núñez,,active,2026,',
  ],
])('people are read from %s', (_, text) => {
  expect(readPeople(text)).toEqual({ people: [rosa], problems: [] });
});

test('a file is read in whichever encoding it was saved', () => {
  const text = 'email,name\nrosa@example.com,Rosa Núñez';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), utf16, utf16.swap16()])
    expect(readPeople(decodeCsv(Uint8Array.from(bytes))).people).toEqual([rosa]);
});

test('lines count as an editor counts them, and a name keeps its separators', () => {
  const { people } = readPeople(
    'sep=;\nemail;name\n\nrosa@example.com;"Núñez; Rosa"\n"bo@example.com";\'=Bo\n',
  );
  expect(people).toMatchObject([
    { line: 4, name: 'Núñez; Rosa' },
    { line: 5, name: '=Bo' },
  ]);
});

test('groups are divided as people divide them', () => {
  const { people, problems } = readPeople(
    'email,groups\nrosa@example.com,"staff, partners"\nbo@example.com,\neva@example.com,a&b\n',
  );
  expect(people.map(({ groups }) => groups)).toEqual([['partners', 'staff'], undefined, ['a&b']]);
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '4: "a&b" cannot be a group: names are letters, digits, - and _.',
  ]);
});

test('a group that the site does not declare is told, where it is known what it declares', () => {
  const text = 'email,groups\nrosa@example.com,staff\nbo@example.com,stuff\neva,\n';
  const told = (groups?: readonly string[]) =>
    readPeople(text, { groups }).problems.map(({ line, message }) => `${line}: ${message}`);
  expect(told(['staff', 'partners'])).toEqual([
    '3: The site has no group "stuff". Did you mean "staff"?',
    '4: "eva" is not an e-mail address.',
  ]);
  expect(told()).toEqual(['4: "eva" is not an e-mail address.']);
});

test('all that is wrong is told at once, by line, with what was meant', () => {
  const text = [
    'e-mail,nmae,role,role',
    'rosa@example.com,Rosa,raeder',
    'somebody,Rosa,reader',
    'bo@example.com,Bo',
    'BO@example.com,Bo',
    'cleo@example.com,Cleo,reader,,surplus',
    'dan@example.com,"Dan "the man"",reader',
  ].join('\n');
  expect(linesOf(text)).toEqual([
    '1: There is no column "nmae". Did you mean "name"?',
    '1: The column role is there twice.',
    '2: There is no role "raeder": use reader or administrator. Did you mean "reader"?',
    '3: "somebody" is not an e-mail address.',
    '5: bo@example.com is in line 4 already.',
    '6: There are 5 cells, and the first line names 4: put a cell with a separator in quotation marks.',
    '7: A quotation mark is in the middle of a cell: write it twice, and the cell in quotation marks.',
  ]);
});

test.each([
  ['', '1: The file is empty. Its first line names the columns: email,name,role'],
  ['rosa@example.com,Rosa', '1: The first line must name the columns: email,name,role'],
  ['email,name\nrosa@example.com,"Rosa\nmore', '2: A quotation mark opens here and is not closed.'],
  ['name,role\nRosa,reader', '1: There is no column email.'],
])('what cannot be read says so: %j', (text, message) => {
  expect(linesOf(text)).toEqual([message]);
});

test('a file names so many people and no more', () => {
  const text = Array.from({ length: 10_001 }, (_, n) => `p${n}@example.com`).join('\n');
  expect(linesOf(`email\n${text}`)).toEqual([
    `10002: A file may name 10,000 people: divide it, and import the parts.`,
  ]);
});

test.each([
  [
    'columns',
    `email,${'x,'.repeat(800_000)}`,
    /^1: The first line names 800,002 columns, and 50 are possible/,
  ],
  ['empty columns', `email${','.repeat(800_000)}`, /^1: The first line names 800,001 columns/],
  ['quoted columns', `${'"a@b",'.repeat(200_000)}`, /^1: The first line names 200,001 columns/],
  [
    'groups',
    `email,groups\nrosa@example.com,${'"'}${'a '.repeat(400_000)}${'"'}`,
    /^2: There are 400,000 groups/,
  ],
])('a file of too many %s has one problem', (_, text, problem) => {
  const lines = linesOf(text);
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
])('a file in which everything is wrong (%s) has a thousand problems and a last word', (_, text, header) => {
  const lines = linesOf(`${header}\n${text}`);
  expect(lines).toHaveLength(1_001);
  expect(lines.at(-1)).toMatch(/: There may be more: correct these, and import the file again\.$/);
});

test('a file whose people are in groups that the site does not have has a thousand problems at most', () => {
  const groups = Array.from({ length: 150 }, (_, n) => `group-${n}`).join(' ');
  const text = Array.from({ length: 2_000 }, (_, n) => `p${n}@example.com,"${groups}"`).join('\n');
  expect(readPeople(`email,groups\n${text}`, { groups: ['staff'] }).problems).toHaveLength(1_001);
});
