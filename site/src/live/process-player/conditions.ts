/** What a case holds, by the names of its variables: as the form has it, text or number. */
export type CaseValues = Readonly<Record<string, string>>;

/** Names of the variables in a condition, each once. */
export function variablesIn(conditions: readonly string[]): string[] {
  return [...new Set(conditions.flatMap((one) => [...one.matchAll(VARIABLE)].map(([, name = '']) => name)))];
}

/** The texts that a variable is compared with: the keys of the list that it comes from. */
export function keysOf(name: string, conditions: readonly string[]): string[] {
  const compared = new RegExp(`@[@=]${name}\\s*[=!<>]=?\\s*"([^"]+)"`, 'g');
  return [...new Set(conditions.flatMap((one) => [...one.matchAll(compared)].map(([, key = '']) => key)))];
}

const VARIABLE = /@[@#%=?]([A-Za-z_]\w*)/g;
const TOKEN =
  /\s*(?:(@[@#%=?][A-Za-z_]\w*)|"([^"]*)"|(\d+(?:\.\d+)?)|(==|!=|<>|<=|>=|<|>|&&|\|\||[()!])|(\w+))/y;

/** Whether the condition is true for these values; `undefined` where it is more than comparisons. */
export function isTrue(condition: string, values: CaseValues): boolean | undefined {
  const tokens = tokensOf(condition, values);
  if (!tokens) return undefined;
  let at = 0;
  const take = (...signs: string[]) => {
    const token = tokens[at];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    at += 1;
    return token.text;
  };
  const operand = () => {
    const token = tokens[at];
    if (token?.kind !== 'value') return undefined;
    at += 1;
    return token.text;
  };
  const comparison = (): boolean | undefined => {
    if (take('!', 'not')) return negated(comparison());
    if (take('(')) {
      const inner = either();
      return take(')') ? inner : undefined;
    }
    const left = operand();
    const operator = take('==', '!=', '<>', '<=', '>=', '<', '>');
    const right = operand();
    if (left === undefined || operator === undefined || right === undefined) return undefined;
    return compare(left, operator, right);
  };
  const both = (): boolean | undefined => {
    let result = comparison();
    while (take('&&', 'and')) {
      const next = comparison();
      result = next === undefined ? undefined : result && next;
    }
    return result;
  };
  const either = (): boolean | undefined => {
    let result = both();
    while (take('||', 'or')) {
      const next = both();
      result = next === undefined ? undefined : result || next;
    }
    return result;
  };
  const result = either();
  return at === tokens.length ? result : undefined;
}

function tokensOf(
  condition: string,
  values: CaseValues,
): { kind: 'value' | 'sign'; text: string }[] | undefined {
  const tokens: { kind: 'value' | 'sign'; text: string }[] = [];
  const text = condition.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, variable, quoted, number, sign, word] = match;
    if (variable !== undefined) tokens.push({ kind: 'value', text: values[variable.slice(2)] ?? '' });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (word !== undefined) tokens.push({ kind: 'sign', text: word.toLowerCase() });
    else tokens.push({ kind: 'value', text: quoted ?? number ?? '' });
  }
  return tokens;
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function compare(left: string, operator: string, right: string): boolean {
  const areNumbers = [left, right].every((one) => /^-?\d+(\.\d+)?$/.test(one));
  const [a, b] = areNumbers ? [Number(left), Number(right)] : [left, right];
  switch (operator) {
    case '==':
      return a === b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      return a !== b;
  }
}
