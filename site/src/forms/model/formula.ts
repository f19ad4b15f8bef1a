/** Lists the ids of the fields in a formula. */
export function listFormulaFields(formula: string): string[] {
  return (formula.match(/[A-Za-z_]\w*(?!\s*\(|\w)/g) ?? []).filter((name) => name !== 'PI');
}

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  log: Math.log,
  max: Math.max,
  min: Math.min,
  pow: Math.pow,
  round: Math.round,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};

/**
 * Computes `unitPrice * quantity` as the field shows it: with as many decimals as its values have. Undefined
 * if a value isn't a number.
 */
export function computeFormula(formula: string, textOf: (id: string) => string): string {
  const tokens = formula.match(/\d+(?:\.\d+)?|[A-Za-z_]\w*|[-+*/(),]|\S/g) ?? [];
  let at = 0;
  let decimals = 0;
  const take = (token: string) => {
    const isNext = tokens[at] === token;
    if (isNext) at += 1;
    return isNext;
  };

  const parsePrimary = (): number => {
    if (take('-')) return -parsePrimary();
    if (take('(')) {
      const value = sum();
      return take(')') ? value : Number.NaN;
    }
    const token = tokens[at++] ?? '';
    if (/^\d/.test(token)) return Number(token);
    if (token === 'PI') return Math.PI;
    if (take('(')) {
      const values = [sum()];
      while (take(',')) values.push(sum());
      return take(')') ? (FUNCTIONS[token]?.(...values) ?? Number.NaN) : Number.NaN;
    }
    const text = /^[A-Za-z_]/.test(token) ? textOf(token).trim() : '';
    decimals = Math.max(decimals, countDecimals(text));
    return text === '' ? Number.NaN : Number(text);
  };
  const parseProduct = (): number => {
    let value = parsePrimary();
    for (;;) {
      if (take('*')) value *= parsePrimary();
      else if (take('/')) value /= parsePrimary();
      else return value;
    }
  };
  const sum = (): number => {
    let value = parseProduct();
    for (;;) {
      if (take('+')) value += parseProduct();
      else if (take('-')) value -= parseProduct();
      else return value;
    }
  };
  const result = sum();
  return at === tokens.length && Number.isFinite(result) ? writeDecimals(result, decimals) : '';
}

/** Rounds away the noise of binary fractions. */
export function writeDecimals(value: number, decimals: number): string {
  const fixed = value.toFixed(decimals);
  return Math.abs(Number(fixed) - value) < 1e-9 ? fixed : String(Number(value.toPrecision(12)));
}

export function countDecimals(text: string): number {
  return /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
}
