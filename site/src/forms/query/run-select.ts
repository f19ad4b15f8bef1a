import type { Table } from '../definition.ts';
import { type Expression, parseSelect, QueryError, type Select } from './parse-select.ts';

type Value = string | number | null;
/** The current row of each table, by the alias in the query. */
type Scope = ReadonlyMap<string, { table: Table; row: readonly string[] }>;

const AGGREGATES = new Set(['SUM', 'COUNT', 'MIN', 'MAX', 'AVG']);

/** Returns the rows of a query as text. Throws `QueryError` for syntax that it doesn't support. */
export function runSelect(sql: string, tables: readonly Table[]): string[][] {
  const select = parseSelect(sql);
  const matching = listScopes(select, tables).filter(
    (scope) => !select.where || isTrue(computeResult(select.where, [scope])),
  );
  const sortedRows = select.orderBy.reduceRight(
    (rows, { by, descending }) =>
      rows.toSorted(
        (a, b) => compare(computeResult(by, [a]), computeResult(by, [b])) * (descending ? -1 : 1),
      ),
    matching,
  );
  const rows = select.columns.some(isAggregate)
    ? [makeLine(select, sortedRows)]
    : sortedRows.map((scope) => makeLine(select, [scope]));
  const seen = new Set<string>();
  const distinct = rows.filter((row) => {
    const key = row.join('\0');
    return !select.distinct || (!seen.has(key) && seen.add(key));
  });
  return distinct.slice(0, select.limit);
}

function listScopes(select: Select, tables: readonly Table[]): Scope[] {
  let scopes: Scope[] = [new Map()];
  for (const { table: tableName, name, on } of select.from) {
    const table = tables.find((candidate) => candidate.name.toUpperCase() === tableName.toUpperCase());
    if (!table) throw new QueryError(`There is no table ${tableName}.`);
    scopes = scopes
      .flatMap((scope) =>
        table.rows.map((row): Scope => new Map([...scope, [name.toUpperCase(), { table, row }]])),
      )
      .filter((scope) => !on || isTrue(computeResult(on, [scope])));
  }
  return scopes;
}

function makeLine({ columns }: Select, scopes: readonly Scope[]): string[] {
  return columns.flatMap((column) =>
    column.kind === 'star'
      ? [...(scopes[0]?.values() ?? [])].flatMap(({ row }) => row)
      : [String(computeResult(column, scopes) ?? '')],
  );
}

function isAggregate(expression: Expression): boolean {
  return expression.kind === 'call' && (AGGREGATES.has(expression.name) || expression.args.some(isAggregate));
}

/** Computes an expression for the first row. An aggregate uses all rows. */
function computeResult(expression: Expression, scopes: readonly Scope[]): Value {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'star':
      return 1;
    case 'column':
      return readColumn(expression, scopes[0]);
    case 'not':
      return isTrue(computeResult(expression.of, scopes)) ? 0 : 1;
    case 'in': {
      const value = computeResult(expression.of, scopes);
      return expression.list.some((candidate) => compare(value, computeResult(candidate, scopes)) === 0)
        ? 1
        : 0;
    }
    case 'call':
      return call(expression.name, expression.args, scopes);
    case 'binary':
      return computeBinary(expression, scopes);
  }
}

function readColumn(
  { source, name }: Extract<Expression, { kind: 'column' }>,
  scope: Scope | undefined,
): Value {
  for (const [tableName, { table, row }] of scope ?? []) {
    if (source !== undefined && source.toUpperCase() !== tableName) continue;
    const index = table.columns.findIndex((column) => column.toUpperCase() === name.toUpperCase());
    if (index !== -1) return row[index] ?? null;
  }
  if (!scope) return null;
  throw new QueryError(`There is no column ${source === undefined ? '' : `${source}.`}${name}.`);
}

function call(name: string, args: readonly Expression[], scopes: readonly Scope[]): Value {
  const [first] = args;
  const readValues = () => args.map((arg) => computeResult(arg, scopes));
  switch (name) {
    case 'CONCAT':
      return readValues().some((value) => value === null) ? null : readValues().join('');
    case 'COALESCE':
      return readValues().find((value) => value !== null) ?? null;
    case 'UPPER':
      return String(readValues()[0] ?? '').toUpperCase();
    case 'LOWER':
      return String(readValues()[0] ?? '').toLowerCase();
    case 'ISNULL':
      return readValues()[0] === null ? 1 : 0;
  }
  if (!AGGREGATES.has(name) || !first)
    throw new QueryError(`The forms of this manual do not know the function ${name}.`);
  const all = scopes.map((scope) => computeResult(first, [scope])).filter((candidate) => candidate !== null);
  if (name === 'COUNT') return all.length;
  if (all.length === 0) return null;
  const sortedValues = all.toSorted(compare);
  if (name === 'MIN') return sortedValues[0] ?? null;
  if (name === 'MAX') return sortedValues.at(-1) ?? null;
  const sum = all.reduce<number>((total, one) => total + Number(one), 0);
  return name === 'SUM' ? sum : sum / all.length;
}

function computeBinary(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  scopes: readonly Scope[],
): Value {
  const a = computeResult(left, scopes);
  if (operator === 'AND') return isTrue(a) && isTrue(computeResult(right, scopes)) ? 1 : 0;
  if (operator === 'OR') return isTrue(a) || isTrue(computeResult(right, scopes)) ? 1 : 0;
  const b = computeResult(right, scopes);
  if (a === null || b === null) return null;
  if (operator === 'LIKE') return isLike(String(a), String(b)) ? 1 : 0;
  const holds = COMPARISONS[operator];
  return holds ? Number(holds(compare(a, b))) : (SUMS[operator]?.(Number(a), Number(b)) ?? null);
}

/** Comparisons by operator. `order` is negative, 0 or positive, like the result of a sort function. */
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

const SUMS: Readonly<Record<string, (a: number, b: number) => number | null>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? null : a / b),
};

function isTrue(value: Value): boolean {
  return value !== null && Number(value) !== 0;
}

/**
 * Compares two values like MySQL: as numbers if both can be read as numbers, otherwise as texts without regard to case.
 */
function compare(a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b);
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isNumeric(value: string | number): boolean {
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value);
}

function isLike(text: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
}
