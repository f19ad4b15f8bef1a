import type { Nodes, Root } from 'mdast';
import type { Place } from '../compilation.ts';
import { EXIT, visit } from '../tree/visit.ts';

export function evaluationMessage(error: unknown): string {
  return `The document's own code fails: ${error instanceof Error ? error.message : String(error)}`;
}

/** Where a failure most likely comes from: the code that names what the error names. */
export function likelyPlace(error: unknown, tree: Root): Place {
  const message = error instanceof Error ? error.message : String(error);
  const element = /<([A-Z]\w*)>/.exec(message)?.[1];
  const name = /^(?:Cannot (?:read|access)[^']*')?([\w$]+)(?:' )?.* (?:is not|before)/.exec(message)?.[1];
  const quoted = /[`']([^`']+)[`']/.exec(message)?.[1];
  if (element !== undefined) return firstPlace(tree, (node) => isElement(node) && node.name === element);
  const wanted = [name, quoted].filter((one) => one !== undefined);
  return firstPlace(tree, (node) => wanted.some((one) => mentions(node, one)));
}

function firstPlace(tree: Root, test: (node: Nodes) => boolean): Place {
  let place: Place;
  visit(tree, (node) => {
    if (!test(node)) return undefined;
    place = node.position?.start;
    return EXIT;
  });
  return place;
}

function isElement(node: Nodes): node is Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }> {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
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

function code(attribute: Extract<Nodes, { type: 'mdxJsxFlowElement' }>['attributes'][number]): string {
  if (attribute.type === 'mdxJsxExpressionAttribute') return attribute.value;
  return typeof attribute.value === 'object' ? (attribute.value?.value ?? '') : '';
}
