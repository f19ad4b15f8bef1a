import type { Expression, Node, Program } from 'estree';
import type { Nodes, Root } from 'mdast';
import { prepareSource } from '../syntax/source.ts';
import { isJsxElement, type JsxElement, moduleNodesOf, statementsOf } from '../tree/code-nodes.ts';
import { parseMarkdown } from '../tree/parse.ts';
import { visit } from '../tree/visit.ts';

interface DocumentCode {
  code: string;
  /** It has elements that are code as a whole: see `asOwnComponent`. */
  hasElements: boolean;
}

/**
 * Code of a document itself that may have to run in the browser: what it declares, what is in `<BrowserOnly>`, and
 * elements that are given functions, which cannot be handed over as data.
 */
export function documentCode(source: string): DocumentCode {
  const { text } = prepareSource(source);
  const parts: string[] = [];
  let hasElements = false;
  try {
    const tree = parseMarkdown(text, 'mdx');
    for (const { value } of moduleNodesOf(tree)) parts.push(withoutMarkdown(value));
    const functions = declaredFunctions(tree);
    visit(tree, (node) => {
      const own = asOwnComponent(node, functions);
      const made = own && elementCode(own, text);
      if (made === undefined) return;
      hasElements = true;
      parts.push(made);
    });
  } catch {
    // Whoever compiles the document says where it cannot be read.
  }
  return { code: parts.join('\n'), hasElements };
}

/** An element of a document that becomes a component of its own. */
interface OwnComponent {
  element: JsxElement;
  /** Of the component. */
  name: string;
  /** What stands between its tags is Markdown, and handed to it. */
  keepsChildren: boolean;
}

/** `functions`: names of those that the document declares. */
export function asOwnComponent(node: Nodes, functions: ReadonlySet<string>): OwnComponent | undefined {
  if (!isJsxElement(node)) return undefined;
  const { position, name } = node;
  if (!position || !name) return undefined;
  const at = `${position.start.line}x${position.start.column}`;
  if (name === 'BrowserOnly') return { element: node, name: `BrowserOnly${at}`, keepsChildren: false };
  const isCode = node.children.some(
    (child) => /^mdx(?:Flow|Text)Expression$/.test(child.type) && holdsFunction(programOf(child), functions),
  );
  const given = node.attributes.some(
    ({ value }) => typeof value === 'object' && holdsFunction(value?.data?.estree, functions),
  );
  if (!isCode && !given) return undefined;
  return { element: node, name: `Own${at}`, keepsChildren: !isCode };
}

function programOf(node: Nodes): Program | null | undefined {
  return node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression'
    ? node.data?.estree
    : undefined;
}

function elementCode({ element, name, keepsChildren }: OwnComponent, text: string): string | undefined {
  const [start, end] = [element.position?.start.offset, element.position?.end.offset];
  if (start === undefined || end === undefined) return undefined;
  const whole = text.slice(start, end);
  const first = element.children[0]?.position?.start.offset;
  if (!keepsChildren || first === undefined) return `export const ${name} = () => ${whole};`;
  const opening = text.slice(start, first).trimEnd();
  if (!opening.endsWith('>')) return undefined;
  return `export const ${name} = ({ children }) => ${opening}{children}</${element.name}>;`;
}

/** The value is one, or data with some in it. */
function holdsFunction(program: Program | null | undefined, functions: ReadonlySet<string>): boolean {
  const [statement] = program?.body ?? [];
  return statement?.type === 'ExpressionStatement' && isFunction(statement.expression, functions);
}

function isFunction(value: Expression | Node | null, functions: ReadonlySet<string>): boolean {
  switch (value?.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'Identifier':
      return functions.has(value.name);
    case 'ArrayExpression':
      return value.elements.some((one) => isFunction(one, functions));
    case 'ObjectExpression':
      return value.properties.some((one) => one.type === 'Property' && isFunction(one.value, functions));
    default:
      return false;
  }
}

/** In small letters: a component may be handed over. */
export function declaredFunctions(tree: Root): Set<string> {
  const names = new Set<string>();
  for (const statement of statementsOf(tree)) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'FunctionDeclaration') names.add(declaration.id.name);
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && isFunction(init ?? null, names)) names.add(id.name);
  }
  return new Set([...names].filter((name) => /^[a-z_$]/.test(name)));
}

/** Partials are Markdown, and the document's own export of itself is no code. */
function withoutMarkdown(code: string): string {
  return code
    .replace(/^\s*import\s+(\w+)?[^;'"]*from\s*(['"])[^'"]+\.mdx?\2;?/gm, (_all, name: string | undefined) =>
      name === undefined ? '' : `const ${name} = () => null;`,
    )
    .replace(/^export\s+default\b/gm, 'export const Layout =');
}
