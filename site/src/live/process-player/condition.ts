/** A condition of a flow, as the designer wrote it: `@#totalAmount > 5000 and @@decision == "approved"`. */
export type Condition =
  | { kind: 'variable'; name: string; isNumber: boolean }
  | { kind: 'literal'; value: string }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; holds: Comparison; left: Condition; right: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition };

type Comparison = (left: string | number, right: string | number) => boolean;

/** Values of the variables as a form has them: texts, `1` for a check mark. */
export type Values = Readonly<Record<string, string>>;

/** Returns undefined for a condition that the player doesn't understand, such as a call of a function. */
export function parseCondition(text: string): Condition | undefined {
  const tokens = text.match(/@[@#%?$=&]\w+|"[^"]*"|'[^']*'|\d+(?:\.\d+)?|[<>=!]=?=?|&&|\|\||\w+|\S/g) ?? [];
  let at = 0;
  const takeToken = (...expectedTokens: string[]) => {
    const token = tokens[at]?.toLowerCase();
    if (token === undefined || !expectedTokens.includes(token)) return undefined;
    at += 1;
    return token;
  };
  const parseJoined = (kind: 'and' | 'or', sign: string, part: () => Condition | undefined) => {
    let left = part();
    while (left && takeToken(kind, sign)) {
      const right = part();
      left = right && { kind, left, right };
    }
    return left;
  };
  const parseBoth = () => parseJoined('and', '&&', parseComparison);
  const parseEither = (): Condition | undefined => parseJoined('or', '||', parseBoth);
  const parseComparison = (): Condition | undefined => {
    if (takeToken('!')) {
      const of = parseComparison();
      return of && { kind: 'not', of };
    }
    const left = parseOperand();
    const holds = comparisons[tokens[at] ?? ''];
    if (!left || !holds) return left;
    at += 1;
    const right = parseOperand();
    return right && { kind: 'compare', holds, left, right };
  };
  const parseOperand = (): Condition | undefined => {
    if (takeToken('(')) {
      const inside = parseEither();
      return takeToken(')') ? inside : undefined;
    }
    const token = tokens[at++] ?? '';
    if (token.startsWith('@') && token.length > 2)
      return { kind: 'variable', name: token.slice(2), isNumber: '#%'.includes(token.charAt(1)) };
    if (/^["']/.test(token)) return { kind: 'literal', value: token.slice(1, -1) };
    if (/^\d/.test(token)) return { kind: 'literal', value: token };
    return literals[token.toLowerCase()];
  };
  const whole = parseEither();
  return at === tokens.length ? whole : undefined;
}

const comparisons: Readonly<Record<string, Comparison>> = {
  '==': (left, right) => left === right,
  '===': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '!==': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const literals: Readonly<Record<string, Condition>> = {
  true: { kind: 'literal', value: '1' },
  false: { kind: 'literal', value: '' },
  null: { kind: 'literal', value: '' },
};

/** Two numbers are compared as numbers, anything else as text; an empty number counts as 0. */
export function isTrue(condition: Condition, values: Values): boolean {
  switch (condition.kind) {
    case 'not':
      return !isTrue(condition.of, values);
    case 'and':
      return isTrue(condition.left, values) && isTrue(condition.right, values);
    case 'or':
      return isTrue(condition.left, values) || isTrue(condition.right, values);
    case 'compare':
      return compare(
        condition.holds,
        formatCondition(condition.left, values),
        formatCondition(condition.right, values),
      );
    default:
      return !['', '0'].includes(formatCondition(condition, values));
  }
}

function formatCondition(condition: Condition, values: Values): string {
  if (condition.kind === 'literal') return condition.value;
  if (condition.kind !== 'variable') return isTrue(condition, values) ? '1' : '';
  const value = values[condition.name] ?? '';
  return value === '' && condition.isNumber ? '0' : value;
}

function compare(holds: Comparison, left: string, right: string): boolean {
  const isNumeric = [left, right].every(
    (candidate) => candidate.trim() !== '' && !Number.isNaN(Number(candidate)),
  );
  return isNumeric ? holds(Number(left), Number(right)) : holds(left, right);
}

/** Lists the variables that the condition names, each with the values it is compared with. */
export function listConditionVariables(
  condition: Condition,
): { name: string; isNumber: boolean; literals: string[] }[] {
  switch (condition.kind) {
    case 'literal':
      return [];
    case 'variable':
      return [{ name: condition.name, isNumber: condition.isNumber, literals: [] }];
    case 'not':
      return listConditionVariables(condition.of);
    case 'and':
    case 'or':
      return [...listConditionVariables(condition.left), ...listConditionVariables(condition.right)];
    case 'compare': {
      const sides = [condition.left, condition.right];
      const literals = sides.flatMap((side) => (side.kind === 'literal' ? [side.value] : []));
      return sides
        .flatMap(listConditionVariables)
        .map((item) => ({ ...item, literals: [...item.literals, ...literals] }));
    }
  }
}
