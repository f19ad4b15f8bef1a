import nodePath from 'node:path';
import type { Element, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { limitFacts, takeAnchors, takeRedirect } from '../../docusaurus/theme/page-facts.ts';
import { hasProtocol } from '../../model/written-links.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { escapeArticleHtml } from '../../shared/html.ts';
import type { Article, TocEntry } from '../article.ts';
import { type Compilation, collectHookFacts, openScope } from '../compilation.ts';
import type { CompileContext } from '../context.ts';
import { exportArticle } from '../export/article-markdown.ts';
import { type LiveNode, readLiveNode } from '../live-parts.ts';
import { splitUrl } from '../urls.ts';
import { drawCodeBlock, listCodeStyles } from './code-block.ts';
import { createHtmlElement } from './properties.ts';
import { collectTextBlocks } from './text-blocks.ts';
import { type Findings, finishNodes } from './walk.ts';

/** Turns the neutral tree into the HTML of the article and collects what the site needs to know about it. */
export async function finishArticle(
  content: { nodes: RootContent[]; toc: TocEntry[]; hasTitle: boolean },
  compilation: Compilation,
): Promise<Article> {
  const findings: Findings = {
    compilation,
    headings: [],
    links: [],
    anchors: [],
    names: new Set(),
    styles: new Map(compilation.styles),
    live: new Set(),
    scripts: new Set(),
    codeBlocks: [],
    codeTitles: new Map(),
    page: {},
    inDrawing: false,
    inLivePart: false,
  };
  const finishedNodes = finishNodes(content.nodes, undefined, findings);
  const tree = [...finishedNodes, ...createIslandFacts(findings), ...createIslandWords(findings)];
  const blocks = collectTextBlocks(tree);
  const markdown = compilation.context.forPreview ? '' : exportArticle(tree, compilation.context);
  const redirect = findRedirect(findings);
  const code = new Map<Element, string>();
  for (const block of findings.codeBlocks) {
    const html = await drawCodeBlock(block, compilation.context, findings.codeTitles.get(block));
    code.set(block, html);
    for (const style of listCodeStyles(html)) findings.styles.set(style, style);
  }
  return {
    html: toHtml(insertHtml(tree, code, compilation.context), { allowDangerousHtml: true }),
    hasTitle: content.hasTitle,
    headings: findings.headings,
    toc: limitToc(content.toc, compilation),
    links: findings.links,
    anchors: [...findings.anchors, ...takeAnchors()],
    ...(findings.names.size > 0 && { names: [...findings.names] }),
    assets: [...compilation.assets.values()],
    styles: [...findings.styles.values()],
    live: [...findings.live],
    blocks,
    ...(redirect === undefined ? {} : { redirect }),
    ...(findings.page.title === undefined && findings.page.description === undefined
      ? {}
      : { page: findings.page }),
    markdown,
    problems: compilation.problems,
    dependencies: compilation.dependencies.list(),
  };
}

/** The target of a redirect. It's checked like any other link. */
function findRedirect({ compilation, links }: Findings): string | undefined {
  const { path } = compilation.document;
  const target = takeRedirect(path);
  if (target === undefined || hasProtocol(target)) return undefined;
  const href = decodeUrl(target);
  if (!links.some((link) => link.href === href)) links.push({ href, written: target, checked: true });
  if (splitUrl(href).path !== path) return href;
  const { report } = openScope(
    compilation,
    nodePath.join(compilation.context.docsDir, compilation.document.file),
    (line) => line,
  );
  report(
    'redirect-circle',
    'This page redirects to itself. Correct the target of its `<Redirect>`.',
    undefined,
    'warning',
  );
  return undefined;
}

/** Creates the facts that hooks of islands return. They're in a page once, and only if it has an island. */
function createIslandFacts({ live, scripts, compilation }: Findings): Element[] {
  if (![...live].some((name) => name.startsWith('island '))) return [];
  const asks = new Set([...scripts].flatMap((script) => compilation.context.getAsks(script)));
  const facts = limitFacts(collectHookFacts(compilation), asks);
  return [createHtmlElement('live-facts', { hidden: true, dataFacts: JSON.stringify(facts) })];
}

/** Creates the texts that scripts of documents ask for, because scripts contain no text of documents. */
function createIslandWords({ scripts, compilation }: Findings): Element[] {
  const allWords = [...scripts].flatMap((script) => compilation.context.getWords(script));
  const wordsByKey = new Map(allWords.map(({ key, words }) => [key, words]));
  return [...wordsByKey].flatMap(([key, words]) =>
    words.length === 0
      ? []
      : [createHtmlElement('live-words', { hidden: true, dataOf: key, dataWords: JSON.stringify(words) })],
  );
}

function limitToc(toc: readonly TocEntry[], { document }: Compilation): TocEntry[] {
  if (document.hideTableOfContents) return [];
  return toc.filter(
    ({ level }) => level >= document.tocMinHeadingLevel && level <= document.tocMaxHeadingLevel,
  );
}

/** Inserts code blocks and live parts, which are HTML already, into the finished tree. */
function insertHtml<Node extends RootContent>(
  nodes: readonly Node[],
  code: ReadonlyMap<Element, string>,
  context: CompileContext,
): Node[] {
  return nodes.map((node) => {
    if (node.type !== 'element') return node;
    const block = code.get(node);
    // Wherever an element is allowed, so is HTML.
    if (block !== undefined) return { type: 'raw', value: block } as Node;
    node.children = insertHtml(node.children, code, context);
    if (node.tagName === 'x-waiting') return toTemplate(node) as Node;
    const live = readLiveNode(node, context.liveParts);
    return live ? ({ type: 'raw', value: drawLivePart(live, context) } as Node) : node;
  });
}

/** Turns contents that an island doesn't show yet into a template. */
function toTemplate({ properties, children }: Element): Element {
  return { ...createHtmlElement('template', properties), content: { type: 'root', children } };
}

function drawLivePart({ part: { name }, props, slots }: LiveNode, context: CompileContext): string {
  const html = slots.map((slot) => toHtml(slot.children, { allowDangerousHtml: true }));
  const inner = context.renderLive(name, { ...props }, html);
  return `<div data-live="${name}" data-props="${escapeArticleHtml(JSON.stringify(props))}">${inner}</div>`;
}
