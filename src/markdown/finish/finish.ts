import type { Element, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { decodeUrl } from '../../shared/decode.ts';
import { escapeArticleHtml } from '../../shared/html.ts';
import type { Article, TocEntry } from '../article.ts';
import { type Compilation, pageFacts } from '../compilation.ts';
import type { CompileContext } from '../context.ts';
import { articleMarkdown } from '../export/article-markdown.ts';
import { type LiveNode, readLiveNode } from '../live-parts.ts';
import { collectedAnchors, collectedRedirect, factsFor } from '../modules/page-facts.ts';
import { hasProtocol, splitUrl } from '../urls.ts';
import { codeBlockHtml } from './code-block.ts';
import { element } from './properties.ts';
import { collectTextBlocks } from './text-blocks.ts';
import { type Findings, finishNodes } from './walk.ts';

/** Turns the neutral tree into the article's HTML, and reads off it what the site needs to know. */
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
    styles: new Map(),
    live: new Set(),
    scripts: new Set(),
    codeBlocks: [],
    page: {},
    inDrawing: false,
  };
  const finished = finishNodes(content.nodes, undefined, findings);
  const tree = [...finished, ...islandFacts(findings), ...islandWords(findings)];
  const blocks = collectTextBlocks(tree);
  const markdown = compilation.context.forPreview ? '' : articleMarkdown(tree, compilation.context);
  const redirect = redirectOf(findings);
  const code = new Map<Element, string>();
  for (const block of findings.codeBlocks) code.set(block, await codeBlockHtml(block, compilation.context));
  return {
    html: toHtml(insertHtml(tree, code, compilation.context), { allowDangerousHtml: true }),
    hasTitle: content.hasTitle,
    headings: findings.headings,
    toc: shownToc(content.toc, compilation),
    links: findings.links,
    anchors: [...findings.anchors, ...collectedAnchors()],
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

/** Where the document sends its readers. The link check looks at it as at any other link. */
function redirectOf({ compilation, links }: Findings): string | undefined {
  const { path } = compilation.document;
  const target = collectedRedirect(path);
  if (target === undefined || hasProtocol(target)) return undefined;
  const href = decodeUrl(target);
  if (!links.some((link) => link.href === href)) links.push({ href, written: target, checked: true });
  return splitUrl(href).path === path ? undefined : href;
}

/** What hooks of islands answer: once in a page, and only where there is an island. */
function islandFacts({ live, scripts, compilation }: Findings): Element[] {
  if (![...live].some((name) => name.startsWith('island '))) return [];
  const asks = new Set([...scripts].flatMap((script) => compilation.context.asksOf(script)));
  const facts = factsFor(pageFacts(compilation), asks);
  return [element('live-facts', { hidden: true, dataFacts: JSON.stringify(facts) })];
}

/** What scripts of documents ask for: no word of a document is in a script. */
function islandWords({ scripts, compilation }: Findings): Element[] {
  const all = [...scripts].flatMap((script) => compilation.context.wordsOf(script));
  const once = new Map(all.map(({ key, words }) => [key, words]));
  return [...once].flatMap(([key, words]) =>
    words.length === 0
      ? []
      : [element('live-words', { hidden: true, dataOf: key, dataWords: JSON.stringify(words) })],
  );
}

function shownToc(toc: readonly TocEntry[], { document }: Compilation): TocEntry[] {
  if (document.hideTableOfContents) return [];
  return toc.filter(
    ({ level }) => level >= document.tocMinHeadingLevel && level <= document.tocMaxHeadingLevel,
  );
}

/** The finished tree with code blocks and live parts, which are HTML already, in their places. */
function insertHtml<Node extends RootContent>(
  nodes: readonly Node[],
  code: ReadonlyMap<Element, string>,
  context: CompileContext,
): Node[] {
  return nodes.map((node) => {
    if (node.type !== 'element') return node;
    const block = code.get(node);
    // What may hold an element may hold HTML.
    if (block !== undefined) return { type: 'raw', value: block } as Node;
    node.children = insertHtml(node.children, code, context);
    if (node.tagName === 'x-waiting') return waiting(node) as Node;
    const live = readLiveNode(node, context.liveParts);
    return live ? ({ type: 'raw', value: liveHtml(live, context) } as Node) : node;
  });
}

/** What an island does not show yet. */
function waiting({ properties, children }: Element): Element {
  return { ...element('template', properties), content: { type: 'root', children } };
}

function liveHtml({ part: { name }, props, slots }: LiveNode, context: CompileContext): string {
  const html = slots.map((slot) => toHtml(slot.children, { allowDangerousHtml: true }));
  const inner = context.renderLive(name, { ...props }, html);
  return `<div data-live="${name}" data-props="${escapeArticleHtml(JSON.stringify(props))}">${inner}</div>`;
}
