import { parse } from 'acorn';

interface SyntaxErrorPlace {
  /** Line number, from 1. Undefined if the parser doesn't know it. */
  line: number | undefined;
  /** The problem in words: `Unexpected token`. */
  words: string;
}

/** Finds the first syntax error of a form's code. */
export function locateSyntaxError(code: string): SyntaxErrorPlace | undefined {
  try {
    parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
    return undefined;
  } catch (error) {
    const { message, loc }: { message?: unknown; loc?: { line: number } } = Object(error);
    // The parser writes the place at the end: `Unexpected token (3:14)`.
    return { line: loc?.line, words: String(message).replace(/ \(\d+:\d+\)$/, '') };
  }
}

/** Describes the first syntax error in one line: `SyntaxError in line 3: Unexpected token`. */
export function findSyntaxError(code: string): string | undefined {
  const place = locateSyntaxError(code);
  if (!place) return undefined;
  const { line, words } = place;
  return line === undefined ? `SyntaxError: ${words}` : `SyntaxError in line ${line}: ${words}`;
}
