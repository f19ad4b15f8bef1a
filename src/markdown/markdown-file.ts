import type { ExportAllDeclaration, ExportNamedDeclaration, ImportDeclaration } from 'estree';
import type { Code, Nodes, Root } from 'mdast';
import remarkEmoji from 'remark-emoji';
import { unified } from 'unified';
import type { FileScope } from './compilation.ts';
import { drawComponents } from './components/draw-components.ts';
import type { ExtendedDocument, LoadedExtension } from './extensions.ts';
import { NO_FORMULAS } from './mdx/errors.ts';
import { hasElements, listOwnElements } from './mdx/own-elements.ts';
import { expandApiElements } from './open-api.ts';
import { PluginFailure, runRemarkSteps } from './plugins/run-plugins.ts';
import { dropComments } from './syntax/html-comments.ts';
import type { PreparedSource } from './syntax/source.ts';
import { collectStatements } from './tree/code-nodes.ts';
import { cutParts, refuseLateParts } from './tree/cut-parts.ts';
import { markAdmonitions, settleDirectives } from './tree/directives.ts';
import { expandComponents } from './tree/expand-components.ts';
import { giveHeadingIds, readHeadingComments, wrapContentTitle } from './tree/headings.ts';
import { resolveImages } from './tree/images.ts';
import { resolveFileLinks } from './tree/links.ts';
import type { MarkdownFormat } from './tree/parse.ts';
import { settlePlainElements, unravel } from './tree/plain-elements.ts';
import { collectToc, type TocItem } from './tree/toc.ts';
import { EXIT, findNode, visit } from './tree/visit.ts';

/** A Markdown file after all Markdown steps. Only code is left: imports, components, expressions. */
export interface MarkdownFile {
  scope: FileScope;
  /** The text that the parser got. */
  text: string;
  tree: Root;
  format: MarkdownFormat;
  toc: TocItem[];
  contentTitle: string | undefined;
  frontMatter: Record<string, unknown>;
  /** See `PluginFile`. */
  pluginData: Record<string, unknown>;
  imports: ModuleStatement[];
  /** False if the tree is plain content, so that nothing has to be evaluated. */
  hasCode: boolean;
}

const hasEmojiName = (node: Nodes) => node.type === 'text' && /:[\w+-]+:/.test(node.value);
const emojiNames = unified().use(remarkEmoji).freeze();

/** Runs all Markdown steps in the order of Docusaurus, because they depend on each other. Throws errors of plugins. */
export async function settleMarkdown(
  parsed: Root,
  source: PreparedSource,
  format: MarkdownFormat,
  frontMatter: Record<string, unknown>,
  scope: FileScope,
): Promise<MarkdownFile> {
  const { settings } = scope.compilation;
  const text = cutParts(parsed, source.text, scope);
  const pluginData: Record<string, unknown> = { frontMatter };
  const file = { scope, text, pluginData };
  let tree = await runRemarkSteps(settings.beforeRemark, parsed, file);
  await expandComponents(tree, scope);
  if (createTypeTest(tree)('mdxJsxFlowElement')) expandApiElements(tree, scope);
  let has = createTypeTest(tree);
  if (has('mdxTextExpression')) readHeadingComments(tree);
  if (has('htmlComment')) dropComments(tree);
  if (!settings.math) reportFormulas(tree, scope);
  if (has('mdxJsxTextElement', 'mdxTextExpression')) unravel(tree);
  const contentTitle = wrapContentTitle(tree);
  pluginData.contentTitle = contentTitle;
  if (has('containerDirective')) markAdmonitions(tree, format, settings.admonitions);
  giveHeadingIds(tree, settings);
  if (!settings.keepsEmojiNames && findNode<Nodes>(tree, hasEmojiName)) emojiNames.runSync(tree);
  const toc = collectToc(tree, new Set(listModuleStatements(tree).flatMap(readMarkdownImportName)));
  if (has('image', 'imageReference')) resolveImages(tree, scope);
  if (has('link', 'linkReference', 'definition')) resolveFileLinks(tree, scope);
  if (settings.remark.length > 0) {
    tree = await runRemarkSteps(settings.remark, tree, file);
    has = createTypeTest(tree);
  }
  for (const extension of scope.compilation.context.extensions ?? []) {
    const hasChanged = await runTransform(extension, tree, { settings, has, report: scope.report });
    if (hasChanged) has = createTypeTest(tree);
  }
  if (has('math', 'inlineMath')) showFormulasAsCode(tree);
  if (has('mdxJsxFlowElement', 'mdxJsxTextElement', ...directives) && drawComponents(tree, scope))
    has = createTypeTest(tree);
  if (has(...directives)) settleDirectives(tree, scope);
  if (has('code')) {
    linkReferences(tree, scope);
    readCodeBlocks(tree, source);
  }
  if (has('html', ...codeNodes)) refuseLateParts(tree, scope);
  const mayHaveCode = has(...codeNodes);
  if (mayHaveCode) settlePlainElements(tree, scope);
  return {
    scope,
    text,
    tree,
    format,
    toc,
    contentTitle,
    frontMatter,
    pluginData,
    imports: listModuleStatements(tree),
    hasCode:
      (mayHaveCode && createTypeTest(tree)(...codeNodes)) ||
      // An evaluation can't handle the raw HTML of CommonMark files.
      (format === 'mdx' && hasElements(tree, listOwnElements(scope.compilation.context.globals))),
  };
}

/** Creates a test for types of nodes in a tree. Most steps have nothing to do in most documents. */
function createTypeTest(tree: Root): (...types: Nodes['type'][]) => boolean {
  const present = new Set<string>();
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    present.add(node.type);
    if ('children' in node) open.push(...node.children);
  }
  return (...types) => types.some((type) => present.has(type));
}

/** Returns whether the feature has changed the tree. Throws a `PluginFailure`. */
async function runTransform(
  { feature, transform }: LoadedExtension,
  tree: Root,
  document: ExtendedDocument,
): Promise<boolean> {
  try {
    return (await transform?.(tree, document)) === true;
  } catch (error) {
    throw new PluginFailure(`The feature "${feature}"`, error);
  }
}

/** Shows the source of formulas that no feature draws. */
function showFormulasAsCode(tree: Root): void {
  visit(tree, ['math', 'inlineMath'], (node, index, parent) => {
    if (!parent || index === undefined) return;
    const siblings: Nodes[] = parent.children;
    const { position } = node;
    if (node.type === 'math')
      siblings[index] = { type: 'code', lang: 'math', value: node.value, ...(position && { position }) };
    if (node.type === 'inlineMath')
      siblings[index] = { type: 'inlineCode', value: node.value, ...(position && { position }) };
  });
}

/**
 * A formula on its own, `$$E = mc^2$$`, or one within a sentence that has a command of TeX or a superscript. Two prices
 * in a sentence aren't one: a formula neither begins nor ends with a space.
 */
const formula = /\$\$[^$]+\$\$|\$(?![\s$])[^$]*(?:\\[A-Za-z]+|\^)[^$]*(?<!\s)\$/;

/**
 * Without the math plugin, readers see the source of a formula, and `$\\frac{1}{2}$` even loses its braces, which are
 * read as code. Reports the first one of a document.
 */
function reportFormulas(tree: Root, scope: FileScope): void {
  visit(tree, 'paragraph', ({ children, position }) => {
    const braces: readonly Nodes['type'][] = ['mdxTextExpression', 'mdxFlowExpression'];
    const text = children
      .map((node) => (node.type === 'text' ? node.value : braces.includes(node.type) ? 'x' : ' '))
      .join('');
    if (!formula.test(text)) return undefined;
    scope.report('no-formulas', NO_FORMULAS, position?.start, 'warning');
    return EXIT;
  });
}

/** A statement that names another module. */
export type ModuleStatement = ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration;

/** Finds imports, and exports from other modules. */
function listModuleStatements(tree: Root): ModuleStatement[] {
  return collectStatements(tree).filter(
    (statement): statement is ModuleStatement =>
      statement.type === 'ImportDeclaration' ||
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && Boolean(statement.source)),
  );
}

function readMarkdownImportName(declaration: ModuleStatement): string[] {
  if (declaration.type !== 'ImportDeclaration' || !/\.mdx?$/.test(String(declaration.source.value)))
    return [];
  return declaration.specifiers
    .filter((specifier) => specifier.type === 'ImportDefaultSpecifier')
    .map((specifier) => specifier.local.name);
}

const directives: Nodes['type'][] = ['textDirective', 'leafDirective', 'containerDirective'];
const codeNodes: Nodes['type'][] = [
  'mdxjsEsm',
  'mdxJsxFlowElement',
  'mdxJsxTextElement',
  'mdxFlowExpression',
  'mdxTextExpression',
];

/** Turns a fence `reference`, which names code on another host, into a link. Builds fetch nothing. */
function linkReferences(tree: Root, scope: FileScope): void {
  visit(tree, 'code', (code: Code, index, parent) => {
    const url = code.value.trim();
    if (!parent || index === undefined || !code.meta?.split(/\s+/).includes('reference')) return;
    if (!/^https:\/\/\S+$/.test(url)) return;
    const title = /title=(["'])(.*?)\1/.exec(code.meta)?.[2];
    const { codeElsewhere } = scope.compilation.context.texts;
    const name = title ?? url.replace(/^.*\/blob\/[^/]+\//, '');
    parent.children[index] = {
      type: 'paragraph',
      children: [
        { type: 'text', value: `${codeElsewhere} ` },
        { type: 'link', url, children: [{ type: 'text', value: name }] },
      ],
    };
  });
}

/** Passes the info string of a fence to the code block, and undoes changes of the old-syntax step in its lines. */
function readCodeBlocks(tree: Root, source: PreparedSource): void {
  visit(tree, 'code', (code: Code) => {
    code.data = {
      ...code.data,
      hProperties: { ...code.data?.hProperties, ...(code.meta ? { metastring: code.meta } : {}) },
    };
    if (source.rewritten.size > 0) restoreLines(code, source);
  });
}

function restoreLines(code: Code, source: PreparedSource): void {
  if (!code.position) return;
  const { start, end } = code.position;
  const lines = code.value.split('\n');
  const isFenced = end.line - start.line + 1 > lines.length;
  const first = start.line + (isFenced ? 1 : 0);
  for (const [index, line] of lines.entries()) {
    const change = source.rewritten.get(first + index);
    if (change) lines[index] = change.before.slice(change.after.length - line.length);
  }
  code.value = lines.join('\n');
}
