import path from 'node:path';
import type { Element, RootContent } from 'hast';
import { createElement, type ElementType } from 'react';
import type { Audience } from '../model/audience.ts';
import { listVariants, VARIANTS_MAX } from '../model/parts.ts';
import { type Article, type ArticleVariant, emptyArticle, type TocEntry } from './article.ts';
import { AssetStore } from './asset-store.ts';
import {
  type Compilation,
  leniencies,
  openFile,
  pageFacts,
  shownPath,
  startCompilation,
  takeCode,
} from './compilation.ts';
import { type KeptParts, loadModule } from './compile-file.ts';
import type { CompileContext, DocumentToCompile } from './context.ts';
import { markExcerpt } from './excerpt.ts';
import { finishArticle } from './finish/finish.ts';
import { htmlTreeOf } from './html-of-file.ts';
import { markIncomplete } from './incomplete.ts';
import { documentRuntime, renderByParts, renderDocument } from './islands/islands.ts';
import { drawOwnAdmonitions } from './islands/own-admonitions.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { evaluationMessage, likelyPosition } from './mdx/errors.ts';
import { failureOf } from './mdx/failure.ts';
import { factsFor, setCurrentFacts } from './modules/page-facts.ts';
import { COMPONENT_FAILS, partsGuard } from './parts-guard.ts';
import { reportFailure } from './plugins/run-plugins.ts';
import { readMarkdownFile } from './read-file.ts';
import { shownParts } from './tree/cut-parts.ts';
import { PARTS_FAIL } from './tree/part-nodes.ts';
import { parseHtml } from './tree/to-html.ts';

/** Something fails when the document is rendered. */
const FAILS = 'mdx-code';

export interface Compiler {
  /** Never throws for what is in a document: its problems are in the article, whose HTML is then empty. */
  compile(document: DocumentToCompile, source: string): Promise<Article>;
}

/** One for each worker: files are remembered between documents. */
export function createCompiler(context: CompileContext): Compiler {
  const store = new AssetStore(context.boundary);
  return {
    async compile(document, source) {
      const compilation = startCompilation(context, document, store, {
        cardsByScope: !context.forPreview && !document.isComponent,
      });
      const article = await (document.isComponent
        ? compilePage(compilation)
        : compileOnce(compilation, source));
      if (article) return withVariants(article, compilation, source);
      if (compilation.problems.some(({ code }) => code === FAILS)) {
        const parts = startCompilation(context, document, store, { byParts: true });
        const readable = await compileOnce(parts, source);
        if (parts.problems.some(({ code }) => code === COMPONENT_FAILS))
          return readable && context.lenient && parts.parts.audiences.size === 0
            ? readable
            : nothingOf(parts);
      }
      if (!context.lenient) return nothingOf(compilation);
      for (const leniency of document.isComponent ? [] : leniencies) {
        const again = startCompilation(context, document, store, { leniency });
        const readable = await compileOnce(again, source);
        again.dependencies.add(compilation.dependencies.list());
        const dependencies = again.dependencies.list();
        if (readable)
          return markIncomplete({ ...readable, dependencies }, compilation.problems, context.texts);
      }
      return markIncomplete(nothingOf(compilation), compilation.problems, context.texts);
    },
  };
}

const nothingOf = ({ problems, dependencies }: Compilation): Article =>
  emptyArticle(problems, dependencies.list());

/** The article with each way to see it: compiled by itself, so that nothing of it knows of what is not shown. */
async function withVariants(whole: Article, compilation: Compilation, source: string): Promise<Article> {
  const { context, document, store, parts, problems, dependencies, cardsByScope } = compilation;
  // What is not understood is shown to nobody, also where other mistakes are let pass.
  const isMisread = () => problems.some(({ code }) => code === PARTS_FAIL);
  if (isMisread()) return nothingOf(compilation);
  if (parts.audiences.size === 0 || context.forPreview) return whole;
  const audiences = [...parts.audiences.values()];
  const ways = listVariants(audiences);
  const { report } = openFile(compilation, path.join(context.docsDir, document.file), (line) => line);
  if (!ways && compilation.cardsByScope) {
    const alike = startCompilation(context, document, store);
    const article = await compileOnce(alike, source);
    return article ? withVariants(article, alike, source) : nothingOf(alike);
  }
  if (!ways) {
    report(
      PARTS_FAIL,
      `There are more than ${VARIANTS_MAX} ways to see this page, by whom its parts are for. Make pages of their own of some of them.`,
    );
    return nothingOf(compilation);
  }
  const found = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  const variants: Record<string, ArticleVariant> = {};
  for (const way of ways) {
    const shown = shownParts(parts.audiences, way);
    const variant = startCompilation(context, document, store, { shown, cardsByScope });
    const article = await compileOnce(variant, source);
    dependencies.add(variant.dependencies.list());
    for (const problem of variant.problems) found.set(JSON.stringify(problem), problem);
    if (article) variants[way] = variantOf(article);
    else report(PARTS_FAIL, `It cannot be read without its parts for ${hiddenIn(parts.audiences, shown)}.`);
  }
  const failed = problems.filter(({ code }) => code === PARTS_FAIL);
  problems.splice(0, problems.length, ...found.values(), ...failed);
  if (isMisread()) return nothingOf(compilation);
  return { ...whole, parts: { audiences, variants }, dependencies: dependencies.list() };
}

function variantOf(article: Article): ArticleVariant {
  const { html, hasTitle, headings, toc, assets, styles, live, page, blocks, markdown, links } = article;
  const hrefs = [...new Set(links.map(({ href }) => href))];
  const own = page && { page };
  return { html, hasTitle, headings, toc, assets, styles, live, ...own, blocks, markdown, hrefs };
}

function hiddenIn(audiences: ReadonlyMap<string, Audience>, shown: ReadonlySet<string>): string {
  return [...audiences].flatMap(([key, audience]) => (shown.has(key) ? [] : audience)).join(', ');
}

/** Nothing where something in it keeps it from being an article: `compilation` then has the problems. */
async function compileOnce(compilation: Compilation, source: string): Promise<Article | undefined> {
  const { context, document } = compilation;
  const file = await readMarkdownFile(
    compilation,
    path.join(context.docsDir, document.file),
    markExcerpt(source, document.excerptEnd),
    document.frontMatter,
  );
  const content = file && (await contentOf(file));
  if (!file || !content) return undefined;
  const nodes = await drawOwnAdmonitions(content.nodes, file.scope);
  return finishArticle({ ...content, nodes, hasTitle: file.contentTitle !== undefined }, compilation);
}

async function contentOf(file: MarkdownFile): Promise<{ nodes: RootContent[]; toc: TocEntry[] } | undefined> {
  if (!file.hasCode) {
    const toc = file.toc.filter((item) => 'level' in item);
    const root = await htmlTreeOf(file).catch((error: unknown) => reportFailure(error, file.scope));
    return root && { nodes: root.children, toc };
  }
  const kept: KeptParts = [];
  const module = await loadModule(file, kept);
  if (!module) return undefined;
  const { compilation } = file.scope;
  compilation.contents = {
    toc: module.toc.map(({ html, id, level }) => ({ value: html, id, level })),
    contentTitle: file.contentTitle,
  };
  const facts = pageFacts(compilation);
  const element = createElement(module.default);
  try {
    const html = compilation.byParts
      ? renderByParts(element, facts, partsGuard(file.scope))
      : renderDocument(element, facts);
    return { nodes: insertKept(parseHtml(html), kept), toc: module.toc };
  } catch (error) {
    file.scope.report(FAILS, evaluationMessage(error, file.scope), likelyPosition(error, file.tree));
    return undefined;
  }
}

/** A page that is a component: what lives in it are islands, or it is one as a whole. */
async function compilePage(compilation: Compilation): Promise<Article | undefined> {
  const { context, document } = compilation;
  const file = path.join(context.docsDir, document.file);
  const scope = openFile(compilation, file, (line) => line);
  const id = `page:${file}`;
  takeCode(compilation, id);
  const facts = pageFacts(compilation);
  setCurrentFacts(facts);
  // As Docusaurus hands it to pages; what lives carries it along.
  const { site: config } = factsFor(facts, compilation.asks);
  try {
    const { default: Page } = await context.loadCode(id);
    if (typeof Page !== 'function' && typeof Page !== 'object') {
      const message = 'The page has no default export: write `export default function …` in it.';
      scope.report('page-without-default-export', message);
      return undefined;
    }
    const html = renderDocument(documentRuntime.jsx(Page as ElementType, { config }), facts, Page);
    return await finishArticle({ nodes: parseHtml(html), toc: [], hasTitle: true }, compilation);
  } catch (error) {
    const { said, where, advice } = failureOf(error, scope);
    const [, line] = where?.startsWith(`${shownPath(context, file)}:`) ? where.split(':') : [];
    const elsewhere = where === undefined || line !== undefined ? '' : ` (${where})`;
    const position = line === undefined ? undefined : { line: Number(line) };
    scope.report('page-code', `The page fails: ${said.replace(/\.$/, '')}${elsewhere}.${advice}`, position);
    return undefined;
  }
}

/** A partial used twice is in the page twice, so every further use gets nodes of its own. */
function insertKept<Node extends RootContent>(
  nodes: readonly Node[],
  kept: KeptParts,
  used: Set<number> = new Set(),
): Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'x-part') return insertKept(node.children, kept, used) as Node[];
    if (node.tagName === 'x-keep') {
      const number = Number(node.properties.dataN);
      const part = kept[number] ?? [];
      const own = used.has(number) ? structuredClone(part) : part;
      used.add(number);
      // What may hold the placeholder may hold its content.
      return own as Node[];
    }
    (node as Element).children = insertKept(node.children, kept, used);
    return [node];
  });
}
