import { parse } from 'acorn';
import type { CallExpression, Expression, MemberExpression, Node, Super } from 'estree';
import { didYouMean } from 'gatehouse/checks';
import type { JavaScriptData } from '../../src/reference/data.ts';
import { checkSamples, type Found, type Rule } from '../rule.ts';

/** Samples parse, and use only members of forms that are documented. */
export const javaScriptSamples: Rule = ({ articles, javaScript }) => {
  const members = collectFormMembers(javaScript);
  return checkSamples(articles, ['js', 'javascript'], ({ code }) => {
    const parsedCode = parseScript(code);
    return 'message' in parsedCode ? [parsedCode] : findUnknownMembers(parsedCode.program, members);
  });
};

/** Lists the names of members without what is before the dot. */
function collectFormMembers({ members }: JavaScriptData) {
  const names = members.flatMap((member) =>
    member.names.flatMap((name) => name.replace(/\(.*$/, '').split('.')),
  );
  const global = members.filter(({ group }) => group === 'global').flatMap((member) => member.names);
  return { names: new Set(names), global: new Set(global) };
}

/** Methods of every jQuery object that samples use. */
const jQueryMembers = new Set(
  'addClass after append attr before children click closest css data each empty filter find first focus hasClass html is last length next not off on parent prev prop remove removeAttr removeClass removeProp text toggle toggleClass trigger val'.split(
    ' ',
  ),
);
/** Methods that return plain elements, so any method of jQuery may follow. */
const leavingNames = new Set([
  'getControl',
  'getLabelControl',
  'getHintHtml',
  'find',
  'parent',
  'closest',
  'children',
]);

function parseScript(code: string): { program: Node } | Found {
  try {
    const program: unknown = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
    });
    // The parser's tree is an ESTree tree.
    return { program: program as Node };
  } catch (error) {
    const { message, loc } = error as SyntaxError & { loc?: { line: number } };
    const reason = message.replace(/ \(\d+:\d+\)$/, '');
    return { line: loc?.line ?? 1, message: `The sample isn't valid JavaScript: ${reason}.` };
  }
}

function findUnknownMembers(
  program: Node,
  { names, global }: ReturnType<typeof collectFormMembers>,
): Found[] {
  const unknown: Found[] = [];
  const report = (name: string, line: number) =>
    unknown.push({
      line,
      message: `\`${name}\` isn't a documented member of a form.${didYouMean(name, names)}`,
    });
  walk(program, (node) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) return;
    const { name } = node.property;
    const line = node.property.loc?.start.line ?? 1;
    if (node.object.type === 'Identifier' && node.object.name === 'PMDynaform') {
      if (![...global].some((candidate) => candidate.startsWith(`PMDynaform.${name}`)))
        report(`PMDynaform.${name}`, line);
    } else if (isFormObject(node) && !names.has(name) && !jQueryMembers.has(name)) {
      report(name, line);
    }
  });
  return unknown;
}

/** Visits every node of a syntax tree. */
function walk(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * Whether the object is `$("#id")`, `getFieldById("id")`, or the result of a method that returns the object
 * itself.
 */
function isFormObject({ object }: MemberExpression): boolean {
  if (object.type !== 'CallExpression') return false;
  const { callee } = object as CallExpression;
  if (callee.type === 'Identifier') {
    if (callee.name === '$') return isIdSelector(object.arguments[0]);
    return /^get(?:Field|Form|Subform)By(?:Id|Variable)$/.test(callee.name);
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return !leavingNames.has(callee.property.name) && /^set/.test(callee.property.name) && isFormObject(callee);
}

function isIdSelector(
  argument: Expression | Super | CallExpression['arguments'][number] | undefined,
): boolean {
  return argument?.type === 'Literal' && typeof argument.value === 'string' && argument.value.startsWith('#');
}
