import type { Properties } from 'hast';
import type { Nodes, Paragraph, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { describePosition, type FileScope } from '../compilation.ts';
import { createPlainElement, isJsxElement, type JsxElement } from './code-nodes.ts';
import { SKIP, visit } from './visit.ts';

/**
 * Turns elements with plain string attributes into HTML, `{' '}` into text and `{/* *\/}` into nothing, so that only
 * documents with real code have to be evaluated. Raw elements are marked `dataRaw`, because Docusaurus replaces
 * Markdown's elements by components, but not these.
 */
export function settlePlainElements(tree: Root, scope: FileScope): void {
  visit(tree, (node, index, parent) => {
    if (isJsxElement(node)) settleElement(node, scope);
    if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') return undefined;
    const value = readConstant(node.data?.estree?.body);
    if (value === undefined || !parent || index === undefined) return undefined;
    parent.children.splice(index, 1, ...(value === '' ? [] : [{ type: 'text' as const, value }]));
    return [SKIP, index];
  });
}

function settleElement(node: JsxElement, scope: FileScope): void {
  if (node.name === 'details' && node.type === 'mdxJsxFlowElement') {
    if (!node.attributes.every(isPlain)) node.name = 'Details';
    else Object.assign(node, createPlainElement('details', toProperties(node)));
    return;
  }
  if (!node.name || !/^[a-z][a-zA-Z0-9]*(-[a-z0-9]+)*$/.test(node.name)) return;
  if (!node.attributes.every(isPlain)) return;
  const position = node.name === 'a' || node.name === 'img' ? describePosition(node, scope) : {};
  Object.assign(node, createPlainElement(node.name, { ...toProperties(node), ...position, dataRaw: '' }));
}

type Attribute = MdxJsxFlowElement['attributes'][number];

function isPlain(attribute: Attribute): boolean {
  return (
    attribute.type === 'mdxJsxAttribute' &&
    (attribute.value === null || attribute.value === undefined || typeof attribute.value === 'string')
  );
}

function toProperties(node: JsxElement): Properties {
  const properties: Properties = {};
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute' || attribute.name === 'key' || attribute.name === 'ref')
      continue;
    const name = attribute.name === 'class' ? 'className' : attribute.name;
    properties[name] = typeof attribute.value === 'string' ? attribute.value : true;
  }
  return properties;
}

type Statements = NonNullable<
  NonNullable<Extract<Nodes, { type: 'mdxFlowExpression' }>['data']>['estree']
>['body'];

/** The text of `{'x'}`, `{1}` or `` {`x`} ``. Empty for comments. Undefined for code that has to be evaluated. */
export function readConstant(body: Statements | null | undefined): string | undefined {
  const statement = body?.[0];
  if (body?.length === 0) return '';
  if (body?.length !== 1 || statement?.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    return expression.quasis[0]?.value.cooked ?? undefined;
  const value = expression.type === 'Literal' ? expression.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/**
 * Turns a paragraph of nothing but elements and expressions into blocks. MDX has the same step, but later steps here
 * need its result before MDX runs.
 */
export function unravel(tree: Root): void {
  visit(tree, 'paragraph', (paragraph: Paragraph, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const blocks: RootContent[] = [];
    for (const child of paragraph.children) {
      if (child.type === 'mdxJsxTextElement') {
        // As in MDX, the children stay phrasing content inside a block element.
        blocks.push({ ...child, type: 'mdxJsxFlowElement', children: child.children as never[] });
      } else if (child.type === 'mdxTextExpression') {
        blocks.push({ ...child, type: 'mdxFlowExpression' });
      } else if (child.type !== 'text' || /\S/.test(child.value)) {
        return undefined;
      }
    }
    if (blocks.length === 0) return undefined;
    parent.children.splice(index, 1, ...blocks);
    return [SKIP, index];
  });
}
