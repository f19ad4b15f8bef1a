import type { Expression, Node, Program } from 'estree';
import type { Nodes, Root } from 'mdast';
import { listPatternMentions, scanPathPatterns } from '../../shared/path-pattern.ts';
import { prepareSource } from '../syntax/source.ts';
import { collectModuleNodes, collectStatements, isJsxElement, type JsxElement } from '../tree/code-nodes.ts';
import { parseMarkdown } from '../tree/parse.ts';
import { visit } from '../tree/visit.ts';

interface DocumentCode {
  code: string;
  /** Whether some elements become components as a whole: see `toOwnComponent`. */
  hasElements: boolean;
}

/**
 * Extracts code from a document that may have to run in the browser: declarations, the contents of `<BrowserOnly>`, and
 * elements with functions in their props, which can't be passed as data.
 */
export function extractDocumentCode(source: string): DocumentCode {
  const { text } = prepareSource(source);
  const parts: string[] = [];
  let hasElements = false;
  try {
    const tree = parseMarkdown(text, 'mdx');
    for (const { value } of collectModuleNodes(tree)) parts.push(removeMarkdown(value));
    const functions = collectFunctions(tree);
    visit(tree, (node) => {
      const ownComponent = toOwnComponent(node, functions);
      const code = ownComponent && createElementCode(ownComponent, text);
      if (code === undefined) return;
      hasElements = true;
      parts.push(code);
    });
  } catch {
    // Code that can't be parsed is reported when the document is compiled.
  }
  return { code: parts.join('\n'), hasElements };
}

/** An element of a document that becomes a component. */
interface OwnComponent {
  element: JsxElement;
  /** Name of the component. */
  name: string;
  /** True if the content between the tags is Markdown, which is passed to the component. */
  keepsChildren: boolean;
}

/** Whether a node becomes a component. `functions` has the names of functions that the document declares. */
export function toOwnComponent(node: Nodes, functions: ReadonlySet<string>): OwnComponent | undefined {
  if (!isJsxElement(node)) return undefined;
  const { position, name } = node;
  if (!position || !name) return undefined;
  const at = `${position.start.line}x${position.start.column}`;
  if (name === 'BrowserOnly') return { element: node, name: `BrowserOnly${at}`, keepsChildren: false };
  const isCode = node.children.some(
    (child) =>
      /^mdx(?:Flow|Text)Expression$/.test(child.type) && holdsFunction(findProgram(child), functions),
  );
  const hasFunctionProp = node.attributes.some((attribute) =>
    attribute.type === 'mdxJsxExpressionAttribute'
      ? holdsFunction(attribute.data?.estree, functions)
      : typeof attribute.value === 'object' && holdsFunction(attribute.value?.data?.estree, functions),
  );
  if (!isCode && !hasFunctionProp) return undefined;
  return { element: node, name: `Own${at}`, keepsChildren: !isCode };
}

function findProgram(node: Nodes): Program | null | undefined {
  return node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression'
    ? node.data?.estree
    : undefined;
}

function createElementCode({ element, name, keepsChildren }: OwnComponent, text: string): string | undefined {
  const [start, end] = [element.position?.start.offset, element.position?.end.offset];
  if (start === undefined || end === undefined) return undefined;
  const wholeText = text.slice(start, end);
  const first = element.children[0]?.position?.start.offset;
  if (!keepsChildren || first === undefined) return `export const ${name} = () => ${wholeText};`;
  const openingCode = text.slice(start, first).trimEnd();
  if (!openingCode.endsWith('>')) return undefined;
  return `export const ${name} = ({ children }) => ${openingCode}{children}</${element.name}>;`;
}

/** Whether the value is a function, or data that contains one. */
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
      return value.elements.some((element) => isFunction(element, functions));
    case 'ObjectExpression':
      return value.properties.some((property) =>
        isFunction(property.type === 'Property' ? property.value : property.argument, functions),
      );
    case 'SpreadElement':
      return isFunction(value.argument, functions);
    case 'ConditionalExpression':
      return isFunction(value.consequent, functions) || isFunction(value.alternate, functions);
    case 'MemberExpression':
      return isFunction(value.object, functions);
    case 'CallExpression':
      // A list made from another one, such as `columns.slice(1)`. The result of a function of the document is data.
      return value.callee.type === 'MemberExpression' && isFunction(value.callee.object, functions);
    default:
      return false;
  }
}

/** Collects names of declared functions in lower case. Capitalized ones are components, which can be passed. */
export function collectFunctions(tree: Root): Set<string> {
  const names = new Set<string>();
  for (const statement of collectStatements(tree)) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'FunctionDeclaration') names.add(declaration.id.name);
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && isFunction(init ?? null, names)) names.add(id.name);
  }
  return new Set([...names].filter((name) => /^[a-z_$]/.test(name)));
}

/** Replaces imports of Markdown files, and makes the document's default export a layout. */
function removeMarkdown(code: string): string {
  return code
    .replace(/^\s*import\s+(\w+)?[^;'"]*from\s*(['"])[^'"]+\.mdx?\2;?/gm, (_all, name: string | undefined) =>
      name === undefined ? '' : `const ${name} = () => null;`,
    )
    .replace(/^export\s+default\b/gm, 'export const Layout =');
}

/** Collects the code of a document: its statements, its expressions, and the expressions among the attributes of elements. */
export function collectCode(tree: Root): string[] {
  const texts: string[] = [];
  visit(tree, (node) => {
    if ('value' in node && node.type.startsWith('mdx')) texts.push(String(node.value));
    if (!isJsxElement(node)) return;
    for (const { type, value } of node.attributes) {
      if (type === 'mdxJsxExpressionAttribute') texts.push(value);
      else if (typeof value === 'object' && value !== null) texts.push(value.value);
    }
  });
  return texts;
}

/** Lists the paths of which the code of a document knows only a part. Text and comments that look like such code don't count. */
export function listDocumentPatterns(source: string): string[] {
  if (listPatternMentions(source).length === 0) return [];
  try {
    return collectCode(parseMarkdown(prepareSource(source).text, 'mdx')).flatMap(scanPathPatterns);
  } catch {
    // The document may have syntax that a plugin adds, so any of its text may be code.
    return listPatternMentions(source).map(({ pattern }) => pattern);
  }
}
