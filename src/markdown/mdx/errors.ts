import type { Nodes, Root } from 'mdast';
import { VFileMessage } from 'vfile-message';
import { reasonOf } from '../../shared/reason.ts';
import type { FileScope, Position } from '../compilation.ts';
import { CannotBeCarried } from '../islands/island-props.ts';
import { isJsxElement, type JsxElement } from '../tree/code-nodes.ts';
import { findNode } from '../tree/visit.ts';
import { failureOf } from './failure.ts';

interface SyntaxTrouble {
  message: string;
  line: number | undefined;
  column: number | undefined;
  /** The part of the text to blank out, so that what stands behind it can be read too. */
  blank: { start: number; end: number } | undefined;
}

/** What MDX could not read, in words that say what to do. */
export function explainSyntaxError(error: unknown, text: string): SyntaxTrouble {
  const reason = (error instanceof VFileMessage ? error.reason : String(error)).replace(/\s+/g, ' ');
  const { line, column } = positionOf(error, reason);
  if (line === undefined) return { message: reason, line, column, blank: undefined };
  const at = offsetOf(text, line, column ?? 1);
  if (/import\/exports? with acorn/.test(reason)) {
    const message = `This import or export is no valid JavaScript (${acornSays(error)}): it ends at the first blank line.`;
    return { message, line, column, blank: paragraphAround(text, at) };
  }
  const inBraces = /acorn|expression|closing brace/.test(reason);
  const mark = text.lastIndexOf(inBraces ? '{' : '<', at);
  return {
    message: inBraces
      ? describeBraces(error, inFormula(text, mark))
      : describeTag(reason, text.slice(Math.max(mark, 0))),
    line,
    column,
    blank: mark < 0 ? undefined : { start: mark, end: mark + 1 },
  };
}

/** Between two dollars of a paragraph: `$\\frac{1}{2}$`. */
function inFormula(text: string, at: number): boolean {
  const { start, end } = paragraphAround(text, at);
  return /\$[^$]*$/.test(text.slice(start, at)) && /\$/.test(text.slice(at, end));
}

/** Of a site whose documents are not to have formulas, but have some. */
export const NO_FORMULAS =
  '`$…$` is no formula here, as the configuration of these documents has no formulas: put `remark-math` into their `remarkPlugins`.';

function describeBraces(error: unknown, isFormula: boolean): string {
  if (isFormula) return `${NO_FORMULAS} If it is meant as text, write \`\\{\`.`;
  const because = acornSays(error);
  return `What follows \`{\` is no valid JavaScript${because && ` (${because})`}: write \`\\{\` if it is meant as text, or put it into code.`;
}

const voidElements = /^<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/;

function describeVoid(tag: string | undefined): string | undefined {
  const element = voidElements.exec(tag ?? '')?.[1];
  return element === undefined
    ? undefined
    : `\`${tag}\` must end in a slash in MDX: write \`<${element} />\`.`;
}

/** `rest`: the text from the tag on. */
function describeTag(reason: string, rest: string): string {
  const unclosed = /^Expected a closing tag for `(<[^`]*>)`/.exec(reason)?.[1];
  if (unclosed !== undefined) {
    return (
      describeVoid(unclosed) ??
      `\`${unclosed}\` is not closed before its block ends: close it there, leave a blank line behind it and before its closing tag, or write \`\\${unclosed}\` if it is meant as text.`
    );
  }
  const mismatch = /^Unexpected closing tag `([^`]*)`, expected corresponding closing tag for `([^`]*)`/.exec(
    reason,
  );
  if (mismatch) {
    return (
      describeVoid(mismatch[2]) ??
      `\`${mismatch[2]}\` is still open where \`${mismatch[1]}\` stands: close it before, or write \`\\${mismatch[2]}\` if it is meant as text.`
    );
  }
  const misplaced = /^Expected the closing tag `([^`]*)` either/.exec(reason)?.[1];
  if (misplaced !== undefined)
    return `\`${misplaced}\` is in another block than its opening tag: put blank lines around both, or both on one line.`;
  if (reason.startsWith('Unexpected closing slash')) {
    return 'This closing tag has no opening tag before it: remove it, or write `\\<` if it is meant as text.';
  }
  if (rest.startsWith('<!'))
    return 'A comment that begins with `<!--` must end in `-->`; nothing else may begin with `<!`.';
  if (/^<(?:\w+:\/\/|mailto:|[^\s>]+@)/.test(rest)) {
    return '`<` opens a tag in MDX, also before an address: write `[text](https://…)` or the address alone.';
  }
  return `\`<\` opens a tag in MDX, and no tag can begin so: write \`\\<\` if it is meant as text, or put it into code.`;
}

/** The words hold the position of an open tag; the error's is where the parser noticed it. */
function positionOf(
  error: unknown,
  reason: string,
): { line: number | undefined; column: number | undefined } {
  const [, line, column] = /closing tag for `[^`]*` \((\d+):(\d+)/.exec(reason) ?? [];
  if (line !== undefined) return { line: Number(line), column: Number(column) };
  return error instanceof VFileMessage ? error : { line: undefined, column: undefined };
}

/** The parser's own words, without its position. */
function acornSays(error: unknown): string {
  const cause = error instanceof VFileMessage ? error.cause : undefined;
  return cause instanceof Error ? cause.message.replace(/\s*\(\d+:\d+\)$/, '').toLowerCase() : '';
}

function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let passed = 1; passed < line; passed += 1) offset = text.indexOf('\n', offset) + 1;
  return offset + column - 1;
}

function paragraphAround(text: string, at: number): { start: number; end: number } {
  const start = text.lastIndexOf('\n\n', Math.max(at - 1, 0)) + 2;
  const end = text.indexOf('\n\n', at);
  return { start: start === 1 ? 0 : start, end: end < 0 ? text.length : end };
}

export function evaluationMessage(error: unknown, scope: FileScope): string {
  if (error instanceof CannotBeCarried) return error.message;
  const { said, where, advice } = failureOf(error, scope);
  // A component is a file of its own.
  if (where !== undefined) return `A component fails: ${said} (${where}).${advice}`;
  return `The document's own code fails: ${said}${advice === '' ? '' : `.${advice}`}`;
}

/** Where a failure most likely comes from: the code that names what the error names. */
export function likelyPosition(error: unknown, tree: Root): Position {
  if (error instanceof CannotBeCarried) {
    const { prop } = error;
    return firstPosition(tree, (node) => isJsxElement(node) && hasAttribute(node, prop));
  }
  const message = reasonOf(error);
  const element = /<([A-Z]\w*)>/.exec(message)?.[1];
  const name = /^(?:Cannot (?:read|access)[^']*')?([\w$]+)(?:' )?.* (?:is not|before)/.exec(message)?.[1];
  const quoted = /[`']([^`']+)[`']/.exec(message)?.[1];
  if (element !== undefined)
    return firstPosition(tree, (node) => isJsxElement(node) && node.name === element);
  const wanted = [name, quoted].filter((one) => one !== undefined);
  // Where nothing is named, it is somewhere from the first code on.
  return (
    firstPosition(tree, (node) => wanted.some((one) => mentions(node, one))) ?? firstPosition(tree, isRun)
  );
}

function firstPosition(tree: Root, test: (node: Nodes) => boolean): Position {
  return findNode<Nodes>(tree, test)?.position?.start;
}

/** Something is worked out in it. */
function isRun(node: Nodes): boolean {
  if (isJsxElement(node))
    return /^[A-Z]/.test(node.name ?? '') || node.attributes.some((one) => code(one) !== '');
  return node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression';
}

function hasAttribute({ attributes }: JsxElement, name: string) {
  return attributes.some((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === name);
}

function mentions(node: Nodes, name: string): boolean {
  switch (node.type) {
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return node.name === name || node.attributes.some((attribute) => code(attribute).includes(name));
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
    case 'mdxjsEsm':
      return node.value.includes(name);
    default:
      return false;
  }
}

function code(attribute: JsxElement['attributes'][number]): string {
  if (attribute.type === 'mdxJsxExpressionAttribute') return attribute.value;
  return typeof attribute.value === 'object' ? (attribute.value?.value ?? '') : '';
}
