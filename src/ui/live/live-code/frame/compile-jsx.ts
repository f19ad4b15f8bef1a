import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import type { Program } from 'estree';
import { buildJsx } from 'estree-util-build-jsx';
import { toJs } from 'estree-util-to-js';

const parser = Parser.extend(jsx());

/**
 * The body of a function that shows what the code says: the code itself where it calls `render`, else its value, a
 * component or an element. Throws where it is no JavaScript.
 */
export function compileJsx(code: string, noInline: boolean): string {
  const source = noInline ? code : `render((${code.trim().replace(/;+$/, '')}\n))`;
  // Acorn's own tree is one of estree.
  const program = parser.parse(source, {
    ecmaVersion: 'latest',
    allowReturnOutsideFunction: true,
  }) as Program;
  buildJsx(program, { runtime: 'classic', pragma: 'React.createElement', pragmaFrag: 'React.Fragment' });
  return toJs(program).value;
}
