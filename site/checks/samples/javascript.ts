import { parse } from 'acorn';
import type { CallExpression, Expression, MemberExpression, Node, Super } from 'estree';
import type { Problem } from 'gatehouse/checks';
import { didYouMean } from 'gatehouse/checks';
import type { JavaScriptData } from '../../src/reference/javascript/members.ts';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** Names that a form offers, without what stands before the dot. */
export interface FormMembers {
  names: ReadonlySet<string>;
  global: ReadonlySet<string>;
}

export function formMembers({ members }: JavaScriptData): FormMembers {
  const names = members.flatMap((member) =>
    member.names.flatMap((name) => name.replace(/\(.*$/, '').split('.')),
  );
  const global = members.filter(({ group }) => group === 'global').flatMap((member) => member.names);
  return { names: new Set(names), global: new Set(global) };
}

/** What every jQuery object can do, and samples use. */
const jQueryMembers = new Set(
  'addClass after append attr before children click closest css data each empty filter find first focus hasClass html is last length next not off on parent prev prop remove removeAttr removeClass removeProp text toggle toggleClass trigger val'.split(
    ' ',
  ),
);
/** They answer with plain elements: everything of jQuery may follow. */
const leaving = new Set([
  'getControl',
  'getLabelControl',
  'getHintHtml',
  'find',
  'parent',
  'closest',
  'children',
]);

export function checkJavaScriptSamples({ file, samples }: ArticleSource, known: FormMembers): Problem[] {
  return samples
    .filter(({ language, title }) => ['js', 'javascript'].includes(language) && title !== 'Signature')
    .flatMap(({ code, line }) => {
      const parsed = parseScript(code);
      if ('message' in parsed) {
        return [
          problemAt(
            'sample-javascript',
            { file, line: line + parsed.line - 1 },
            `The sample is no JavaScript: ${parsed.message}.`,
          ),
        ];
      }
      return unknownMembers(parsed.program, known).map(({ name, line: inside }) =>
        problemAt(
          'sample-javascript',
          { file, line: line + inside - 1 },
          `\`${name}\` is no documented member of a form.${didYouMean(name, known.names)}`,
        ),
      );
    });
}

function parseScript(code: string): { program: Node } | { message: string; line: number } {
  try {
    const program: unknown = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
    });
    // acorn's tree is an ESTree one.
    return { program: program as Node };
  } catch (error) {
    const { message, loc } = error as SyntaxError & { loc?: { line: number } };
    return { message: message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line ?? 1 };
  }
}

function unknownMembers(program: Node, { names, global }: FormMembers): { name: string; line: number }[] {
  const unknown: { name: string; line: number }[] = [];
  walk(program, (node) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) return;
    const { name } = node.property;
    const line = node.property.loc?.start.line ?? 1;
    if (node.object.type === 'Identifier' && node.object.name === 'PMDynaform') {
      if (![...global].some((one) => one.startsWith(`PMDynaform.${name}`)))
        unknown.push({ name: `PMDynaform.${name}`, line });
    } else if (isFormObject(node) && !names.has(name) && !jQueryMembers.has(name)) {
      unknown.push({ name, line });
    }
  });
  return unknown;
}

/** Every node of a tree of code. */
function walk(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** `$("#id").x`, `getFieldById("id").x`, and what follows a method that answers with the object again. */
function isFormObject({ object }: MemberExpression): boolean {
  if (object.type !== 'CallExpression') return false;
  const { callee } = object as CallExpression;
  if (callee.type === 'Identifier') {
    if (callee.name === '$') return isIdSelector(object.arguments[0]);
    return /^get(?:Field|Form|Subform)By(?:Id|Variable)$/.test(callee.name);
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return !leaving.has(callee.property.name) && /^set/.test(callee.property.name) && isFormObject(callee);
}

function isIdSelector(
  argument: Expression | Super | CallExpression['arguments'][number] | undefined,
): boolean {
  return argument?.type === 'Literal' && typeof argument.value === 'string' && argument.value.startsWith('#');
}
