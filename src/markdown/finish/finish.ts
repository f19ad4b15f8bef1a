import type { Element, RootContent } from 'hast';
import type { Article, TocEntry } from '../article.ts';
import type { Compilation } from '../compilation.ts';
import { articleMarkdown } from '../export/article-markdown.ts';
import { codeBlockHtml } from './code-block.ts';
import { collectTextBlocks } from './text-blocks.ts';
import { type Findings, finishNodes } from './walk.ts';
import { writeHtml } from './write-html.ts';

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
    styles: new Map(),
    live: new Set(),
    codeBlocks: [],
    inDrawing: false,
  };
  const tree = finishNodes(content.nodes, undefined, findings);
  const blocks = collectTextBlocks(tree);
  const markdown = compilation.context.forPreview ? '' : articleMarkdown(tree, compilation.context.liveParts);
  const code = new Map<Element, string>();
  for (const block of findings.codeBlocks)
    code.set(block, await codeBlockHtml(block, compilation.context.texts));
  return {
    html: writeHtml(tree, code, compilation.context),
    hasTitle: content.hasTitle,
    headings: findings.headings,
    toc: shownToc(content.toc, compilation),
    links: findings.links,
    anchors: findings.anchors,
    assets: [...compilation.assets.values()],
    styles: [...findings.styles.values()],
    live: [...findings.live],
    blocks,
    markdown,
    problems: compilation.problems,
    dependencies: compilation.dependencies.list(),
  };
}

function shownToc(toc: readonly TocEntry[], { document }: Compilation): TocEntry[] {
  if (document.hideTableOfContents) return [];
  return toc.filter(
    ({ level }) => level >= document.tocMinHeadingLevel && level <= document.tocMaxHeadingLevel,
  );
}
