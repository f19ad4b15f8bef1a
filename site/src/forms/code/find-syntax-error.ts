import { parse } from 'acorn';

/** Finds the first syntax error of a form's code: `SyntaxError in line 3: Unexpected token`. */
export function findSyntaxError(code: string): string | undefined {
  try {
    parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
    return undefined;
  } catch (error) {
    const { message, loc }: { message?: unknown; loc?: { line: number } } = Object(error);
    // The parser writes the place at the end: `Unexpected token (3:14)`.
    const words = String(message).replace(/ \(\d+:\d+\)$/, '');
    return loc ? `SyntaxError in line ${loc.line}: ${words}` : `SyntaxError: ${words}`;
  }
}
