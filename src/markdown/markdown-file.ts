import type { ExportAllDeclaration, ExportNamedDeclaration, ImportDeclaration } from 'estree';
import type { Code, Nodes, Root } from 'mdast';
import remarkEmoji from 'remark-emoji';
import { unified } from 'unified';
import type { FileScope } from './compilation.ts';
import { NO_FORMULAS } from './mdx/errors.ts';
import { hasElements, ownElements } from './mdx/own-elements.ts';
import { expandApiElements } from './open-api.ts';
import { runRemarkSteps } from './plugins/run-plugins.ts';
import { dropComments } from './syntax/html-comments.ts';
import type { PreparedSource } from './syntax/source.ts';
import { statementsOf } from './tree/code-nodes.ts';
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

/** A Markdown file with every Markdown matter settled; only code (imports, components, expressions) is left. */
export interface MarkdownFile {
  scope: FileScope;
  /** As the parser got it. */
  text: string;
  tree: Root;
  format: MarkdownFormat;
  toc: TocItem[];
  contentTitle: string | undefined;
  frontMatter: Record<string, unknown>;
  imports: ModuleStatement[];
  /** False when the tree is plain content and nothing has to be evaluated. */
  hasCode: boolean;
}

const hasEmojiName = (node: Nodes) => node.type === 'text' && /:[\w+-]+:/.test(node.value);
const emojiNames = unified().use(remarkEmoji).freeze();

/** The order of the steps is that of Docusaurus, because they see each other's results. Throws what a plugin throws. */
export async function settleMarkdown(
  parsed: Root,
  source: PreparedSource,
  format: MarkdownFormat,
  frontMatter: Record<string, unknown>,
  scope: FileScope,
): Promise<MarkdownFile> {
  const { settings } = scope.compilation;
  const text = cutParts(parsed, source.text, scope);
  const file = { scope, text, frontMatter };
  let tree = await runRemarkSteps(settings.beforeRemark, parsed, file);
  await expandComponents(tree, scope);
  if (typesOf(tree)('mdxJsxFlowElement')) expandApiElements(tree, scope);
  let has = typesOf(tree);
  if (has('mdxTextExpression')) readHeadingComments(tree);
  if (has('htmlComment')) dropComments(tree);
  if (!settings.math && has('mdxTextExpression')) reportFormulas(tree, scope);
  if (has('mdxJsxTextElement', 'mdxTextExpression')) unravel(tree);
  const contentTitle = wrapContentTitle(tree);
  if (has('containerDirective')) markAdmonitions(tree, format, settings.admonitions);
  giveHeadingIds(tree);
  if (findNode<Nodes>(tree, hasEmojiName)) emojiNames.runSync(tree);
  const toc = collectToc(tree, new Set(moduleStatements(tree).flatMap(markdownImportName)));
  if (has('image', 'imageReference')) resolveImages(tree, scope);
  if (has('link', 'linkReference', 'definition')) resolveFileLinks(tree, scope);
  if (settings.remark.length > 0) {
    tree = await runRemarkSteps(settings.remark, tree, file);
    has = typesOf(tree);
  }
  if (settings.math && has('math', 'inlineMath', 'code')) {
    // Loaded where there is something to draw: it takes 50 ms.
    const { drawFormulas } = await import('./plugins/formulas.ts');
    drawFormulas(tree, settings.math, scope);
  }
  if (has('textDirective', 'leafDirective', 'containerDirective')) settleDirectives(tree, scope);
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
    imports: moduleStatements(tree),
    hasCode:
      (mayHaveCode && typesOf(tree)(...codeNodes)) ||
      // A file of CommonMark may have HTML, which an evaluation knows nothing of.
      (format === 'mdx' && hasElements(tree, ownElements(scope.compilation.context.globals))),
  };
}

/** Answers whether a tree has nodes of a type: most steps have nothing to do in most documents. */
function typesOf(tree: Root): (...types: Nodes['type'][]) => boolean {
  const present = new Set<string>();
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    present.add(node.type);
    if ('children' in node) open.push(...node.children);
  }
  return (...types) => types.some((type) => present.has(type));
}

/** `$\\frac{1}{2}$` without formulas is read as code and loses its braces, without a word. */
function reportFormulas(tree: Root, scope: FileScope): void {
  visit(tree, 'mdxTextExpression', (node, index, parent) => {
    const siblings: readonly Nodes[] = parent?.children ?? [];
    const textOf = (nodes: readonly Nodes[]) =>
      nodes.map((one) => (one.type === 'text' ? one.value : ' ')).join('');
    const before = textOf(siblings.slice(0, index));
    const after = textOf(siblings.slice((index ?? 0) + 1));
    if (!/\$[^$]*(?:\\[A-Za-z]+|[_^])$/.test(before) || !after.includes('$')) return undefined;
    scope.report('no-formulas', NO_FORMULAS, node.position?.start, 'warning');
    return EXIT;
  });
}

/** What names another module. */
export type ModuleStatement = ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration;

/** Imports, and exports from elsewhere. */
function moduleStatements(tree: Root): ModuleStatement[] {
  return statementsOf(tree).filter(
    (statement): statement is ModuleStatement =>
      statement.type === 'ImportDeclaration' ||
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && Boolean(statement.source)),
  );
}

function markdownImportName(declaration: ModuleStatement): string[] {
  if (declaration.type !== 'ImportDeclaration' || !/\.mdx?$/.test(String(declaration.source.value)))
    return [];
  return declaration.specifiers
    .filter((specifier) => specifier.type === 'ImportDefaultSpecifier')
    .map((specifier) => specifier.local.name);
}

const codeNodes: Nodes['type'][] = [
  'mdxjsEsm',
  'mdxJsxFlowElement',
  'mdxJsxTextElement',
  'mdxFlowExpression',
  'mdxTextExpression',
];

/** A fence `reference` names code on a host: the build fetches nothing, so it is a link. */
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

/** Hands a fence's info string on to the code block, and gives back what the rewriting changed inside of it. */
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
  const fenced = end.line - start.line + 1 > lines.length;
  const first = start.line + (fenced ? 1 : 0);
  for (const [index, line] of lines.entries()) {
    const change = source.rewritten.get(first + index);
    if (change) lines[index] = change.before.slice(change.after.length - line.length);
  }
  code.value = lines.join('\n');
}
