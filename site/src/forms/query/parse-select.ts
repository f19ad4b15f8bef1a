/** The part of SQL that the manual's queries use: one `SELECT` over tables that are joined by equality. */
export interface Select {
  distinct: boolean;
  columns: Expression[];
  from: Source[];
  where?: Expression | undefined;
  orderBy: { by: Expression; descending: boolean }[];
  limit?: number | undefined;
}

/**
 * A table with the alias that the query gives it, and the condition that joins it to the tables before it.
 */
export interface Source {
  table: string;
  name: string;
  on?: Expression | undefined;
}

export type Expression =
  | { kind: 'value'; value: string | number | null }
  | { kind: 'column'; source?: string | undefined; name: string }
  | { kind: 'star' }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'in'; of: Expression; list: Expression[] }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression };

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.|'')*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<>|!=|<=|>=|[=<>(),.*+/-]))/y;

const KEYWORDS = new Set(
  'SELECT DISTINCT FROM JOIN INNER ON WHERE AND OR NOT IN LIKE IS NULL ORDER BY ASC DESC LIMIT AS'.split(' '),
);

interface Token {
  kind: 'text' | 'number' | 'name' | 'word' | 'sign';
  text: string;
}

/** The message says what the reader can do, because the query is theirs. */
export class QueryError extends Error {}

export function parseSelect(sql: string): Select {
  const tokens = readTokens(sql);
  let at = 0;
  const peek = (text: string) => tokens[at]?.kind !== 'text' && tokens[at]?.text === text;
  const take = (text: string) => {
    if (!peek(text)) return false;
    at += 1;
    return true;
  };
  const need = (text: string) => {
    if (!take(text)) throw new QueryError(`${text} is missing before "${tokens[at]?.text ?? 'the end'}".`);
  };
  const parseName = () => {
    const token = tokens[at];
    if (token?.kind !== 'name')
      throw new QueryError(`A name is missing before "${token?.text ?? 'the end'}".`);
    at += 1;
    return token.text;
  };
  const list = <Item>(item: () => Item): Item[] => {
    const items = [item()];
    while (take(',')) items.push(item());
    return items;
  };

  const parsePrimary = (): Expression => {
    if (take('(')) {
      const inner = either();
      need(')');
      return inner;
    }
    if (take('*')) return { kind: 'star' };
    if (take('NULL')) return { kind: 'value', value: null };
    const token = tokens[at];
    if (token?.kind === 'text' || token?.kind === 'number') {
      at += 1;
      return { kind: 'value', value: token.kind === 'number' ? Number(token.text) : token.text };
    }
    const first = parseName();
    if (take('(')) {
      const args = peek(')') ? [] : list(either);
      need(')');
      return { kind: 'call', name: first.toUpperCase(), args };
    }
    return take('.') ? { kind: 'column', source: first, name: parseName() } : { kind: 'column', name: first };
  };
  const chain = (operators: readonly string[], next: () => Expression) => (): Expression => {
    let left = next();
    for (;;) {
      const operator = operators.find(take);
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: next() };
    }
  };
  const sum = chain(['+', '-'], chain(['*', '/'], parsePrimary));
  const parseComparison = (): Expression => {
    const left = sum();
    if (take('IS')) {
      const isNegated = take('NOT');
      need('NULL');
      const test: Expression = { kind: 'call', name: 'ISNULL', args: [left] };
      return isNegated ? { kind: 'not', of: test } : test;
    }
    const isNegated = take('NOT');
    if (take('IN')) {
      need('(');
      const test: Expression = { kind: 'in', of: left, list: list(sum) };
      need(')');
      return isNegated ? { kind: 'not', of: test } : test;
    }
    const operator = ['=', '<>', '!=', '<=', '>=', '<', '>', 'LIKE'].find(take);
    if (operator === undefined) return left;
    const test: Expression = { kind: 'binary', operator, left, right: sum() };
    return isNegated ? { kind: 'not', of: test } : test;
  };
  const parseNegation = (): Expression =>
    take('NOT') ? { kind: 'not', of: parseNegation() } : parseComparison();
  const either = chain(['OR'], chain(['AND'], parseNegation));

  const parseSource = (): Source => {
    const table = parseName();
    take('AS');
    return { table, name: tokens[at]?.kind === 'name' ? parseName() : table };
  };

  need('SELECT');
  const distinct = take('DISTINCT');
  const columns = list(() => {
    const column = either();
    if (take('AS')) parseName();
    return column;
  });
  need('FROM');
  const from = list(parseSource);
  while (take('INNER') || peek('JOIN')) {
    need('JOIN');
    const joinedSource = parseSource();
    need('ON');
    from.push({ ...joinedSource, on: either() });
  }
  const where = take('WHERE') ? either() : undefined;
  const orderBy: Select['orderBy'] = [];
  if (take('ORDER')) {
    need('BY');
    orderBy.push(
      ...list(() => {
        const by = sum();
        const descending = take('DESC');
        if (!descending) take('ASC');
        return { by, descending };
      }),
    );
  }
  const limit = take('LIMIT') ? Number(tokens[at++]?.text) : undefined;
  const rest = tokens[at];
  if (rest) throw new QueryError(`The forms of this manual do not understand "${rest.text}" at this place.`);
  return { distinct, columns, from, where, orderBy, limit };
}

function readTokens(sql: string): Token[] {
  const tokens: Token[] = [];
  const text = sql.trim().replace(/;$/, '').trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const [, quotedText, number, word, sign] = TOKEN.exec(text) ?? [];
    if (quotedText !== undefined)
      tokens.push({ kind: 'text', text: quotedText.slice(1, -1).replace(/\\(.)|'(')/g, '$1$2') });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) {
      const upper = word.toUpperCase();
      tokens.push(KEYWORDS.has(upper) ? { kind: 'word', text: upper } : { kind: 'name', text: word });
    } else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new QueryError(`"${text.slice(start, start + 12)}" isn't valid SQL.`);
  }
  return tokens;
}
