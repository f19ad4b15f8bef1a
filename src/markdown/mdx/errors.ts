import type { Nodes, Root } from 'mdast';
import { VFileMessage } from 'vfile-message';
import { CannotBeCarried } from '../../docusaurus/islands/island-props.ts';
import { describeReason } from '../../shared/reason.ts';
import type { FileScope, Position } from '../compilation.ts';
import { isJsxElement, type JsxElement } from '../tree/code-nodes.ts';
import { findNode } from '../tree/visit.ts';
import { explainFailure } from './failure.ts';

interface SyntaxTrouble {
  message: string;
  line: number | undefined;
  column: number | undefined;
  /** Part of the text to replace by spaces so that parsing can continue after the error. */
  blank: { start: number; end: number } | undefined;
}

/** Explains a syntax error of MDX and what to do about it. */
export function explainSyntaxError(error: unknown, text: string): SyntaxTrouble {
  const reason = (error instanceof VFileMessage ? error.reason : String(error)).replace(/\s+/g, ' ');
  const { line, column } = findPosition(error, reason);
  if (line === undefined) return { message: reason, line, column, blank: undefined };
  const at = findOffset(text, line, column ?? 1);
  if (/import\/exports? with acorn/.test(reason)) {
    const message = `This import or export isn't valid JavaScript (${readAcornMessage(error)}). It ends at the first blank line.`;
    return { message, line, column, blank: findParagraphAround(text, at) };
  }
  const isInBraces = /acorn|expression|closing brace/.test(reason);
  const mark = text.lastIndexOf(isInBraces ? '{' : '<', at);
  return {
    message: isInBraces
      ? describeBraces(error, isInFormula(text, mark))
      : describeTag(reason, text.slice(Math.max(mark, 0))),
    line,
    column,
    blank: mark < 0 ? undefined : { start: mark, end: mark + 1 },
  };
}

/** Whether a position is between two dollar signs of a paragraph: `$\\frac{1}{2}$`. */
function isInFormula(text: string, at: number): boolean {
  const { start, end } = findParagraphAround(text, at);
  return /\$[^$]*$/.test(text.slice(start, at)) && /\$/.test(text.slice(at, end));
}

/** Advice for a document with formulas on a site that hasn't turned them on. */
export const NO_FORMULAS =
  "`$…$` isn't a formula here, because formulas are turned off. Add `remark-math` to the `remarkPlugins` of these documents.";

function describeBraces(error: unknown, isFormula: boolean): string {
  if (isFormula) return `${NO_FORMULAS} To show it as text, write \`\\{\`.`;
  const because = readAcornMessage(error);
  return `The text after \`{\` isn't valid JavaScript${because && ` (${because})`}. To show it as text, write \`\\{\` or put it into code.`;
}

const voidElements = /^<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/;

function describeVoid(tag: string | undefined): string | undefined {
  const element = voidElements.exec(tag ?? '')?.[1];
  return element === undefined
    ? undefined
    : `\`${tag}\` must end in a slash in MDX. Write \`<${element} />\`.`;
}

/** `rest` is the text from the tag on. */
function describeTag(reason: string, rest: string): string {
  const unclosed = /^Expected a closing tag for `(<[^`]*>)`/.exec(reason)?.[1];
  if (unclosed !== undefined) {
    return (
      describeVoid(unclosed) ??
      `\`${unclosed}\` isn't closed before its block ends. Close it there, put a blank line after it and before its closing tag, or write \`\\${unclosed}\` to show it as text.`
    );
  }
  const mismatch = /^Unexpected closing tag `([^`]*)`, expected corresponding closing tag for `([^`]*)`/.exec(
    reason,
  );
  if (mismatch) {
    return (
      describeVoid(mismatch[2]) ??
      `\`${mismatch[2]}\` is still open at \`${mismatch[1]}\`. Close it before, or write \`\\${mismatch[2]}\` to show it as text.`
    );
  }
  const misplaced = /^Expected the closing tag `([^`]*)` either/.exec(reason)?.[1];
  if (misplaced !== undefined)
    return `\`${misplaced}\` is in another block than its opening tag. Put blank lines around both tags, or write both on one line.`;
  if (reason.startsWith('Unexpected closing slash')) {
    return 'This closing tag has no opening tag. Remove it, or write `\\<` to show it as text.';
  }
  if (rest.startsWith('<!'))
    return 'A comment that starts with `<!--` must end with `-->`. Nothing else may start with `<!`.';
  if (/^<(?:\w+:\/\/|mailto:|[^\s>]+@)/.test(rest)) {
    return '`<` starts a tag in MDX, even before an address. Write `[text](https://…)`, or the address without angle brackets.';
  }
  return `\`<\` starts a tag in MDX, and this isn't a tag. To show it as text, write \`\\<\` or put it into code.`;
}

/** Finds the position of the open tag in the message. The error's own position is where the parser noticed it. */
function findPosition(
  error: unknown,
  reason: string,
): { line: number | undefined; column: number | undefined } {
  const [, line, column] = /closing tag for `[^`]*` \((\d+):(\d+)/.exec(reason) ?? [];
  if (line !== undefined) return { line: Number(line), column: Number(column) };
  return error instanceof VFileMessage ? error : { line: undefined, column: undefined };
}

/** The message of the JavaScript parser, without its position. */
function readAcornMessage(error: unknown): string {
  const cause = error instanceof VFileMessage ? error.cause : undefined;
  return cause instanceof Error ? cause.message.replace(/\s*\(\d+:\d+\)$/, '').toLowerCase() : '';
}

function findOffset(text: string, line: number, column: number): number {
  let offset = 0;
  for (let current = 1; current < line; current += 1) offset = text.indexOf('\n', offset) + 1;
  return offset + column - 1;
}

function findParagraphAround(text: string, at: number): { start: number; end: number } {
  const start = text.lastIndexOf('\n\n', Math.max(at - 1, 0)) + 2;
  const end = text.indexOf('\n\n', at);
  return { start: start === 1 ? 0 : start, end: end < 0 ? text.length : end };
}

export function explainEvaluationError(error: unknown, scope: FileScope): string {
  if (error instanceof CannotBeCarried) return error.message;
  const { reason, where, advice } = explainFailure(error, scope);
  // A component has a file of its own.
  if (where !== undefined) return `A component fails: ${reason} (${where}).${advice}`;
  return `The document's own code fails: ${reason}${advice === '' ? '' : `.${advice}`}`;
}

/** Guesses where an error comes from: the first code that contains a name from the message. */
export function guessPosition(error: unknown, tree: Root): Position {
  if (error instanceof CannotBeCarried) {
    const { prop } = error;
    return findFirstPosition(tree, (node) => isJsxElement(node) && hasAttribute(node, prop));
  }
  const message = describeReason(error);
  const element = /<([A-Z]\w*)>/.exec(message)?.[1];
  const name = /^(?:Cannot (?:read|access)[^']*')?([\w$]+)(?:' )?.* (?:is not|before)/.exec(message)?.[1];
  const quotedName = /[`']([^`']+)[`']/.exec(message)?.[1];
  if (element !== undefined)
    return findFirstPosition(tree, (node) => isJsxElement(node) && node.name === element);
  const namesInMessage = [name, quotedName].filter((candidate) => candidate !== undefined);
  // Without a name, it's somewhere from the first code on.
  return (
    findFirstPosition(tree, (node) => namesInMessage.some((candidate) => mentions(node, candidate))) ??
    findFirstPosition(tree, isEvaluated)
  );
}

function findFirstPosition(tree: Root, test: (node: Nodes) => boolean): Position {
  return findNode<Nodes>(tree, test)?.position?.start;
}

/** Whether a node is evaluated. */
function isEvaluated(node: Nodes): boolean {
  if (isJsxElement(node))
    return (
      /^[A-Z]/.test(node.name ?? '') ||
      node.attributes.some((attribute) => readAttributeCode(attribute) !== '')
    );
  return node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression';
}

function hasAttribute({ attributes }: JsxElement, name: string) {
  return attributes.some((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === name);
}

function mentions(node: Nodes, name: string): boolean {
  switch (node.type) {
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return (
        node.name === name || node.attributes.some((attribute) => readAttributeCode(attribute).includes(name))
      );
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
    case 'mdxjsEsm':
      return node.value.includes(name);
    default:
      return false;
  }
}

function readAttributeCode(attribute: JsxElement['attributes'][number]): string {
  if (attribute.type === 'mdxJsxExpressionAttribute') return attribute.value;
  return typeof attribute.value === 'object' ? (attribute.value?.value ?? '') : '';
}
