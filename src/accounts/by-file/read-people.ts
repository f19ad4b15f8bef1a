import { isGroupName } from '../../config/audience.ts';
import { type CsvRow, parseCsv } from '../../shared/csv.ts';
import { didYouMean, nearName } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';
import { accountFaults, normaliseEmail, type Role, roles } from '../account.ts';

/** Of one file: a transaction of more would keep others waiting for too long. */
const PEOPLE_MAX = 10_000;

/** Of a file: an export has seven. */
const COLUMNS_MAX = 50;
/** Of one person. */
const GROUPS_MAX = 200;
/** More than that nobody reads, and a file of a megabyte can have a million. */
const PROBLEMS_MAX = 1_000;

/** A line of the file. */
export interface Person {
  line: number;
  email: string;
  /** Empty: the part of the e-mail before the `@`. */
  name: string;
  role: Role;
  /** Sorted; absent: in none. */
  groups?: readonly string[];
}

/** What a file may say of somebody, and by which other names spreadsheets call it. */
const columns: Record<keyof Omit<Person, 'line'>, readonly string[]> = {
  email: ['e-mail', 'mail', 'e-mail address', 'email address'],
  name: ['full name', 'display name'],
  role: [],
  groups: ['group'],
};
/** What an export says besides: nobody is changed by it. */
export const toldColumns = ['state', 'added', 'last sign-in'] as const;

type ColumnName = keyof typeof columns;
// The keys are these names: `Object.keys` forgets that.
const columnNames = Object.keys(columns) as ColumnName[];

/**
 * Everybody whom the file names, and all that is wrong with it: then nobody of it is to be added. `groups`: those that
 * the site declares, where that is known.
 */
export function readPeople(
  text: string,
  { file, groups: declared }: { file?: string; groups?: readonly string[] | undefined } = {},
): { people: Person[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (line: number, message: string) => {
    problems.push({ code: 'people-file', severity: 'error', file, line, message });
  };
  const isFull = () => problems.length >= PROBLEMS_MAX;
  const [header, ...rows] = parseCsv(text);
  if (header === undefined) {
    report(1, 'The file is empty. Its first line names the columns: email,name,role');
    return { people: [], problems };
  }
  const positions = readHeader(header, report);
  if (rows.length > PEOPLE_MAX) {
    const most = PEOPLE_MAX.toLocaleString('en');
    report(rows[PEOPLE_MAX]?.line ?? 1, `A file may name ${most} people: divide it, and import the parts.`);
  }
  if (positions === undefined) return { people: [], problems };
  const seen = new Map<string, number>();
  const people: Person[] = [];
  for (const row of rows.slice(0, PEOPLE_MAX)) {
    if (isFull()) break;
    people.push(...readPerson(row, header.cells.length, positions, seen, report));
  }
  for (const { line, groups = [] } of declared ? people : []) {
    if (isFull()) break;
    for (const group of groups.filter((name) => isGroupName(name) && !declared?.includes(name)))
      report(line, `The site has no group ${quoted(group)}.${didYouMean(group, declared ?? [])}`);
  }
  const sorted = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, PROBLEMS_MAX);
  const last = sorted.at(-1);
  if (isFull() && last !== undefined)
    sorted.push({ ...last, message: 'There may be more: correct these, and import the file again.' });
  return { people, problems: sorted };
}

type Report = (line: number, message: string) => void;
type Positions = Partial<Record<ColumnName, number>>;

function readHeader({ line, cells }: CsvRow, report: Report): Positions | undefined {
  const positions: Positions = {};
  if (cells.length > COLUMNS_MAX) {
    const most = `${COLUMNS_MAX} are possible: email, name, role and groups are read.`;
    report(line, `The first line names ${cells.length.toLocaleString('en')} columns, and ${most}`);
    return undefined;
  }
  if (cells.some((cell) => cell.includes('@'))) {
    report(line, 'The first line must name the columns: email,name,role');
    return undefined;
  }
  for (const [at, cell] of cells.entries()) {
    const said = cell.trim();
    const name = said.toLowerCase().replace(/[\s_]+/g, ' ');
    const column = columnNames.find((each) => each === name || columns[each].includes(name));
    if (column === undefined) {
      if (said === '' || toldColumns.some((told) => told === name)) continue;
      report(line, `There is no column ${quoted(said)}.${didYouMean(name, columnNames)}`);
    } else if (positions[column] === undefined) positions[column] = at;
    else report(line, `The column ${column} is there twice.`);
  }
  if (positions.email === undefined) {
    if (!cells.some((cell) => nearName(cell.trim(), ['email']))) report(line, 'There is no column email.');
    return undefined;
  }
  return positions;
}

function readPerson(
  { line, cells, fault }: CsvRow,
  width: number,
  positions: Positions,
  seen: Map<string, number>,
  report: Report,
): Person[] {
  if (fault !== undefined) {
    report(
      line,
      fault === 'open-quote'
        ? 'A quotation mark opens here and is not closed.'
        : 'A quotation mark is in the middle of a cell: write it twice, and the cell in quotation marks.',
    );
    return [];
  }
  const surplus = cells.slice(width).some((cell) => cell !== '');
  if (surplus)
    report(
      line,
      `There are ${cells.length} cells, and the first line names ${width}: put a cell with a separator in quotation marks.`,
    );
  const cell = (column: ColumnName) => cells[positions[column] ?? -1]?.trim() ?? '';
  const [typed, name] = [cell('email'), cell('name')];
  const email = normaliseEmail(typed);
  for (const { field, message } of accountFaults(email, name))
    report(line, field === 'email' ? `${quoted(typed)} is not an e-mail address.` : message);
  const role = readRole(cell('role'), line, report);
  const before = email === undefined ? undefined : seen.get(email);
  if (before !== undefined) report(line, `${email} is in line ${before} already.`);
  const groups = readGroups(cell('groups'), line, report);
  if (email === undefined || role === undefined || before !== undefined) return [];
  seen.set(email, line);
  return [{ line, email, name, role, ...(groups.length > 0 ? { groups } : {}) }];
}

/** Divided by blanks, commas or semicolons. */
function readGroups(said: string, line: number, report: Report): string[] {
  const names = said.split(/[\s,;]+/).filter(Boolean);
  if (names.length > GROUPS_MAX) {
    report(
      line,
      `There are ${names.length.toLocaleString('en')} groups, and a person may be in ${GROUPS_MAX}.`,
    );
    return [];
  }
  const wrong = names.find((name) => !isGroupName(name));
  if (wrong !== undefined)
    report(line, `${quoted(wrong)} cannot be a group: names are letters, digits, - and _.`);
  return [...new Set(names)].sort();
}

function readRole(said: string, line: number, report: Report): Role | undefined {
  if (said === '') return 'reader';
  const role = roles.find((each) => each === said.toLowerCase());
  if (role === undefined)
    report(line, `There is no role ${quoted(said)}: use reader or administrator.${didYouMean(said, roles)}`);
  return role;
}

/** Short, and on one line: it may be anything. */
function quoted(text: string): string {
  const plain = text.replace(/\p{C}/gu, '\u{FFFD}');
  return JSON.stringify(plain.length > 60 ? `${plain.slice(0, 60)}…` : plain);
}
