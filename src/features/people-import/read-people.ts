import { findAccountFaults, normaliseEmail, type Role, roles } from '../../accounts/account.ts';
import { isGroupName } from '../../config/audience.ts';
import { english, type TextName, type Texts } from '../../config/texts.ts';
import { type CsvRow, parseCsv } from '../../shared/csv.ts';
import { fillText } from '../../shared/fill-text.ts';
import { findNearName } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';

/** Maximum number of people per file: a larger transaction would block others for too long. */
const PEOPLE_MAX = 10_000;

/** Maximum number of columns; an export has seven. */
const COLUMNS_MAX = 50;
/** Maximum number of groups per person. */
const GROUPS_MAX = 200;
/** Maximum number of reported problems: a file of a megabyte can contain a million, and no one reads that many. */
const PROBLEMS_MAX = 1_000;

/** A person in the file. */
export interface Person {
  line: number;
  email: string;
  /** If empty, the part of the email before the `@` is used. */
  name: string;
  role: Role;
  /** Sorted group names; undefined if there are none. */
  groups?: readonly string[];
}

/** The columns that are read, with other names that spreadsheets use for them. */
const columns: Record<keyof Omit<Person, 'line'>, readonly string[]> = {
  email: ['e-mail', 'mail', 'e-mail address', 'email address'],
  name: ['full name', 'display name'],
  role: [],
  groups: ['group'],
};
/** Further columns of an export. An import ignores them. */
export const exportOnlyColumns = ['state', 'added', 'last sign-in'] as const;

type ColumnName = keyof typeof columns;
// `Object.keys` loses the type of the keys.
const columnNames = Object.keys(columns) as ColumnName[];

/**
 * Reads the people of a CSV file, and everything that is wrong with it. If there are problems, the caller must not add
 * anyone. `groups`: the groups that the site declares, if they are known. The problems are in the language of `texts`.
 */
export function readPeople(
  text: string,
  {
    file,
    groups: declaredGroups,
    texts = english,
    locale = 'en',
  }: {
    file?: string;
    groups?: readonly string[] | undefined;
    texts?: Texts;
    /** BCP 47, for numbers. */
    locale?: string;
  } = {},
): { people: Person[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const report: Report = (line, text, values = {}, suggestion) => {
    const formattedValues = Object.entries(values).map(
      ([name, value]) => [name, value.toLocaleString(locale)] as const,
    );
    const sentences = [
      fillText(texts[text], Object.fromEntries(formattedValues)),
      ...(suggestion === undefined ? [] : [fillText(texts.didYouMean, { name: suggestion })]),
    ];
    problems.push({ code: 'people-file', severity: 'error', file, line, message: sentences.join(' ') });
  };
  const hasTooManyProblems = () => problems.length >= PROBLEMS_MAX;
  // The header, and one row more than allowed.
  const [header, ...rows] = parseCsv(text, { rowsMax: PEOPLE_MAX + 2 });
  if (header === undefined) {
    report(1, 'fileEmpty');
    return { people: [], problems };
  }
  const positions = readHeader(header, report);
  if (rows.length > PEOPLE_MAX) {
    report(rows[PEOPLE_MAX]?.line ?? 1, 'fileTooManyPeople', { max: PEOPLE_MAX });
  }
  if (positions === undefined) return { people: [], problems };
  const seen = new Map<string, number>();
  const people: Person[] = [];
  for (const row of rows.slice(0, PEOPLE_MAX)) {
    if (hasTooManyProblems()) break;
    people.push(...readPerson(row, header.cells.length, positions, seen, report));
  }
  for (const { line, groups = [] } of declaredGroups ? people : []) {
    if (hasTooManyProblems()) break;
    for (const group of groups.filter((name) => isGroupName(name) && !declaredGroups?.includes(name)))
      report(line, 'fileUnknownGroup', { name: shorten(group) }, findNearName(group, declaredGroups ?? []));
  }
  const sortedProblems = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, PROBLEMS_MAX);
  const last = sortedProblems.at(-1);
  if (hasTooManyProblems() && last !== undefined)
    sortedProblems.push({ ...last, message: texts.fileMoreProblems });
  return { people, problems: sortedProblems };
}

/** Reports a problem of a line: the name of its text, what fills the placeholders, and what may have been meant. */
type Report = (
  line: number,
  text: TextName,
  values?: Readonly<Record<string, string | number>>,
  suggestion?: string,
) => void;
type Positions = Partial<Record<ColumnName, number>>;

function readHeader({ line, cells }: CsvRow, report: Report): Positions | undefined {
  const positions: Positions = {};
  if (cells.length > COLUMNS_MAX) {
    report(line, 'fileTooManyColumns', { count: cells.length, max: COLUMNS_MAX });
    return undefined;
  }
  if (cells.some((cell) => cell.includes('@'))) {
    report(line, 'fileWithoutHeader');
    return undefined;
  }
  for (const [index, cell] of cells.entries()) {
    const label = cell.trim();
    const name = label.toLowerCase().replace(/[\s_]+/g, ' ');
    const column = columnNames.find(
      (columnName) => columnName === name || columns[columnName].includes(name),
    );
    if (column === undefined) {
      if (label === '' || exportOnlyColumns.some((other) => other === name)) continue;
      report(line, 'fileUnknownColumn', { name: shorten(label) }, findNearName(name, columnNames));
    } else if (positions[column] === undefined) positions[column] = index;
    else report(line, 'fileColumnTwice', { name: column });
  }
  if (positions.email === undefined) {
    if (!cells.some((cell) => findNearName(cell.trim(), ['email']))) report(line, 'fileWithoutEmail');
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
    report(line, fault === 'open-quote' ? 'fileOpenQuote' : 'fileQuoteInside');
    return [];
  }
  const surplus = cells.slice(width).some((cell) => cell !== '');
  if (surplus) report(line, 'fileExtraCells', { count: cells.length, max: width });
  const readCell = (column: ColumnName) => cells[positions[column] ?? -1]?.trim() ?? '';
  const [typedEmail, name] = [readCell('email'), readCell('name')];
  const email = normaliseEmail(typedEmail);
  for (const { field, text, values } of findAccountFaults(email, name)) {
    if (field === 'email') report(line, 'fileInvalidEmail', { email: shorten(typedEmail) });
    else report(line, text, values);
  }
  const role = readRole(readCell('role'), line, report);
  const earlierLine = email === undefined ? undefined : seen.get(email);
  if (earlierLine !== undefined) report(line, 'fileEmailTwice', { email: email ?? '', line: earlierLine });
  const groups = readGroups(readCell('groups'), line, report);
  if (email === undefined || role === undefined || earlierLine !== undefined) return [];
  seen.set(email, line);
  return [{ line, email, name, role, ...(groups.length > 0 ? { groups } : {}) }];
}

/** Reads group names separated by spaces, commas or semicolons. */
function readGroups(text: string, line: number, report: Report): string[] {
  const names = text.split(/[\s,;]+/).filter(Boolean);
  if (names.length > GROUPS_MAX) {
    report(line, 'fileTooManyGroups', { count: names.length, max: GROUPS_MAX });
    return [];
  }
  const invalidName = names.find((name) => !isGroupName(name));
  if (invalidName !== undefined) report(line, 'fileInvalidGroup', { name: shorten(invalidName) });
  return [...new Set(names)].sort();
}

function readRole(text: string, line: number, report: Report): Role | undefined {
  if (text === '') return 'reader';
  const role = roles.find((candidate) => candidate === text.toLowerCase());
  if (role === undefined) report(line, 'fileUnknownRole', { role: shorten(text) }, findNearName(text, roles));
  return role;
}

/** Shortens a value of the file for a message, and keeps it on one line. */
function shorten(text: string): string {
  const plainText = text.replace(/\p{C}/gu, '\u{FFFD}');
  return plainText.length > 60 ? `${plainText.slice(0, 60)}…` : plainText;
}
