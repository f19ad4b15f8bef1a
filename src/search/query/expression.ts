/**
 * What is asked of the words of the index: `"mail" AND ("server"* OR "smtp host")`. A phrase is words side by
 * side; with `*` its last word is a beginning. AND binds before OR; `{heading about} :` before a phrase or a group
 * leaves the other columns out.
 */
export type Expression = Phrase | { kind: 'all' | 'any'; parts: Expression[] };

export interface Phrase {
  kind: 'phrase';
  words: string[];
  isGrowing: boolean;
  /** Only in the columns heading and about. */
  inHeadings: boolean;
}

const HEADINGS = '{heading about} :';
const tokenPattern = /"[^"]*"\*?|[()]|AND|OR|\{heading about\} :/g;

/** Throws where the text is no expression: only this program writes them. */
export function parseExpression(text: string): Expression {
  const tokens = text.match(tokenPattern) ?? [];
  let at = 0;
  const take = (token: string) => tokens[at] === token && ++at > 0;

  function any(inHeadings: boolean): Expression {
    const parts = [all(inHeadings)];
    while (take('OR')) parts.push(all(inHeadings));
    return joined('any', parts);
  }

  function all(inHeadings: boolean): Expression {
    const parts = [one(inHeadings)];
    while (take('AND')) parts.push(one(inHeadings));
    return joined('all', parts);
  }

  function one(inHeadings: boolean): Expression {
    if (take(HEADINGS)) return one(true);
    if (take('(')) {
      const inner = any(inHeadings);
      if (!take(')')) throw new Error(`no expression: ${text}`);
      return inner;
    }
    const token = tokens[at++];
    if (!token?.startsWith('"')) throw new Error(`no expression: ${text}`);
    const isGrowing = token.endsWith('*');
    const words = token.slice(1, isGrowing ? -2 : -1).split(' ');
    return { kind: 'phrase', words, isGrowing, inHeadings };
  }

  const parsed = any(false);
  if (at < tokens.length) throw new Error(`no expression: ${text}`);
  return parsed;
}

function joined(kind: 'all' | 'any', parts: Expression[]): Expression {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

/** Words side by side; `isGrowing`: the last one may be a beginning. */
export function phraseOf(forms: readonly string[], isGrowing: boolean): string {
  return `"${forms.join(' ')}"${isGrowing ? '*' : ''}`;
}

/** Empty without any parts. */
export function anyOf(parts: readonly string[]): string {
  const different = [...new Set(parts)];
  if (different.length === 0) return '';
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(' OR ')})`;
}
