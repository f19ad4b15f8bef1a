import path from 'node:path';
import type { Element, RootContent } from 'hast';
import { createElement, type ElementType } from 'react';
import { documentRuntime, renderByParts, renderDocument } from '../docusaurus/islands/islands.ts';
import { findWrapperFault } from '../docusaurus/islands/site-wrappers.ts';
import { limitFacts, setCurrentFacts } from '../docusaurus/theme/page-facts.ts';
import type { Audience } from '../model/audience.ts';
import { listVariants, VARIANTS_MAX } from '../model/parts.ts';
import { type Article, type ArticleVariant, createEmptyArticle, type TocEntry } from './article.ts';
import { AssetStore } from './asset-store.ts';
import {
  type Compilation,
  collectHookFacts,
  type FileScope,
  leniencyLevels,
  openScope,
  startCompilation,
  takeCode,
  toDisplayPath,
} from './compilation.ts';
import { loadModule, type PlainParts } from './compile-file.ts';
import type { CompileContext, DocumentToCompile } from './context.ts';
import { markExcerpt } from './excerpt.ts';
import { finishArticle } from './finish/finish.ts';
import { drawOwnAdmonitions } from './finish/own-admonitions.ts';
import { createHtmlTree } from './html-of-file.ts';
import { markIncomplete } from './incomplete.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { explainEvaluationError, guessPosition } from './mdx/errors.ts';
import { describeFailure, explainFailure } from './mdx/failure.ts';
import { COMPONENT_FAILS, createPartsGuard } from './parts-guard.ts';
import { reportPluginFailure } from './plugins/run-plugins.ts';
import { readMarkdownFile } from './read-file.ts';
import { listShownParts } from './tree/cut-parts.ts';
import { PARTS_FAIL } from './tree/part-nodes.ts';
import { parseHtml } from './tree/to-html.ts';

/** Code of the problem for errors while a document is rendered. */
const FAILS = 'mdx-code';

export interface Compiler {
  /** Never throws because of a document. Its problems are in the article, whose HTML is then empty. */
  compile(document: DocumentToCompile, source: string): Promise<Article>;
}

/** Creates a compiler. Use one per worker, because it caches files between documents. */
export function createCompiler(context: CompileContext): Compiler {
  const store = new AssetStore(context.boundary);
  return {
    async compile(document, source) {
      try {
        return await compileDocument(document, source);
      } catch (error) {
        const compilation = startCompilation(context, document, store);
        const scope = openScope(compilation, path.join(context.docsDir, document.file), (line) => line);
        scope.report(
          FAILS,
          `The document can't be compiled: ${describeFailure(error, scope)} If it uses a Markdown plugin or other code of the site, look there first.`,
        );
        const article = createFailedArticle(compilation);
        return context.lenient ? markIncomplete(article, compilation.problems, context.texts) : article;
      }
    },
  };

  async function compileDocument(document: DocumentToCompile, source: string): Promise<Article> {
    const compilation = startCompilation(context, document, store, {
      cardsByScope: !context.forPreview && !document.isComponent,
    });
    const article = await (document.isComponent
      ? compilePage(compilation)
      : compileOnce(compilation, source));
    if (article) return addVariants(article, compilation, source);
    if (compilation.problems.some(({ code }) => code === FAILS)) {
      const parts = startCompilation(context, document, store, { byParts: true });
      const readableArticle = await compileOnce(parts, source);
      if (parts.problems.some(({ code }) => code === COMPONENT_FAILS))
        return readableArticle && context.lenient && parts.parts.audiences.size === 0
          ? readableArticle
          : createFailedArticle(parts);
    }
    if (!context.lenient) return createFailedArticle(compilation);
    for (const leniency of document.isComponent ? [] : leniencyLevels) {
      const lenientCompilation = startCompilation(context, document, store, { leniency });
      const readableArticle = await compileOnce(lenientCompilation, source);
      lenientCompilation.dependencies.add(compilation.dependencies.list());
      const dependencies = lenientCompilation.dependencies.list();
      if (readableArticle)
        return markIncomplete({ ...readableArticle, dependencies }, compilation.problems, context.texts);
    }
    return markIncomplete(createFailedArticle(compilation), compilation.problems, context.texts);
  }
}

const createFailedArticle = ({ problems, dependencies }: Compilation): Article =>
  createEmptyArticle(problems, dependencies.list());

/** Adds a variant for each combination of audiences. Variants are compiled separately, so nothing hidden can leak. */
async function addVariants(whole: Article, compilation: Compilation, source: string): Promise<Article> {
  const { context, document, store, parts, problems, dependencies, cardsByScope } = compilation;
  // A misread part is never shown, even if other errors are tolerated.
  const isMisread = () => problems.some(({ code }) => code === PARTS_FAIL);
  if (isMisread()) return createFailedArticle(compilation);
  if (parts.audiences.size === 0 || context.forPreview) return whole;
  const audiences = [...parts.audiences.values()];
  const variantKeys = listVariants(audiences);
  const { report } = openScope(compilation, path.join(context.docsDir, document.file), (line) => line);
  if (!variantKeys && compilation.cardsByScope) {
    const sameForAll = startCompilation(context, document, store);
    const article = await compileOnce(sameForAll, source);
    return article ? addVariants(article, sameForAll, source) : createFailedArticle(sameForAll);
  }
  if (!variantKeys) {
    report(
      PARTS_FAIL,
      `The parts of this page are for so many audiences that there are more than ${VARIANTS_MAX} variants of it. Move some parts to pages of their own.`,
    );
    return createFailedArticle(compilation);
  }
  const problemsByKey = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  const variants: Record<string, ArticleVariant> = {};
  for (const variantKey of variantKeys) {
    const shownAudiences = listShownParts(parts.audiences, variantKey);
    const variant = startCompilation(context, document, store, { shownAudiences, cardsByScope });
    const article = await compileOnce(variant, source);
    dependencies.add(variant.dependencies.list());
    for (const problem of variant.problems) problemsByKey.set(JSON.stringify(problem), problem);
    if (article) variants[variantKey] = toVariant(article);
    else
      report(
        PARTS_FAIL,
        `The document can't be compiled without its parts for ${listHiddenAudiences(parts.audiences, shownAudiences)}.`,
      );
  }
  const failedParts = problems.filter(({ code }) => code === PARTS_FAIL);
  problems.splice(0, problems.length, ...problemsByKey.values(), ...failedParts);
  if (isMisread()) return createFailedArticle(compilation);
  return {
    ...whole,
    parts: { audiences, partAudiences: parts.written, variants },
    dependencies: dependencies.list(),
  };
}

function toVariant(article: Article): ArticleVariant {
  const { html, hasTitle, headings, toc, assets, styles, live, page, blocks, markdown, links } = article;
  const hrefs = [...new Set(links.map(({ href }) => href))];
  const ownPage = page && { page };
  return { html, hasTitle, headings, toc, assets, styles, live, ...ownPage, blocks, markdown, hrefs };
}

function listHiddenAudiences(
  audiences: ReadonlyMap<string, Audience>,
  shownAudiences: ReadonlySet<string>,
): string {
  return [...audiences].flatMap(([key, audience]) => (shownAudiences.has(key) ? [] : audience)).join(', ');
}

/** Compiles once. Undefined if an error prevents an article; the problems are then in `compilation`. */
async function compileOnce(compilation: Compilation, source: string): Promise<Article | undefined> {
  const { context, document } = compilation;
  const file = await readMarkdownFile(
    compilation,
    path.join(context.docsDir, document.file),
    markExcerpt(source, document.excerptEnd),
    document.frontMatter,
  );
  const content = file && (await createContent(file));
  if (!file || !content) return undefined;
  const nodes = await drawOwnAdmonitions(content.nodes, file.scope);
  return finishArticle({ ...content, nodes, hasTitle: file.contentTitle !== undefined }, compilation);
}

async function createContent(
  file: MarkdownFile,
): Promise<{ nodes: RootContent[]; toc: TocEntry[] } | undefined> {
  if (!file.hasCode) {
    const toc = file.toc.filter((item) => 'level' in item);
    const root = await createHtmlTree(file).catch((error: unknown) => reportPluginFailure(error, file.scope));
    return root && { nodes: root.children, toc };
  }
  const plainParts: PlainParts = [];
  const module = await loadModule(file, plainParts);
  if (!module) return undefined;
  const { compilation } = file.scope;
  compilation.contents = {
    toc: module.toc.map(({ html, id, level }) => ({ value: html, id, level })),
    contentTitle: file.contentTitle,
  };
  const facts = collectHookFacts(compilation);
  const element = createElement(module.default);
  try {
    const html = compilation.byParts
      ? renderByParts(element, facts, createPartsGuard(file.scope))
      : renderDocument(element, facts);
    reportWrapperFault(file.scope);
    return { nodes: insertPlainParts(parseHtml(html), plainParts), toc: module.toc };
  } catch (error) {
    file.scope.report(FAILS, explainEvaluationError(error, file.scope), guessPosition(error, file.tree));
    return undefined;
  }
}

/** Reports a failed `src/theme/Root`. Pages without its contexts are readable, so this is a warning. */
function reportWrapperFault(scope: FileScope): void {
  const fault = findWrapperFault();
  if (fault === undefined) return;
  const message = `${fault.replace(/\.$/, '')}. The build renders pages without it, so components get no contexts from it.`;
  scope.report('site-wrapper', message, undefined, 'warning');
}

/** Compiles a page that is a component. Its live components become islands, or the whole page is one. */
async function compilePage(compilation: Compilation): Promise<Article | undefined> {
  const { context, document } = compilation;
  const file = path.join(context.docsDir, document.file);
  const scope = openScope(compilation, file, (line) => line);
  const id = `page:${file}`;
  takeCode(compilation, id);
  const facts = collectHookFacts(compilation);
  setCurrentFacts(facts);
  // Docusaurus passes the configuration to pages. A live page carries it to the browser.
  const { site: config } = limitFacts(facts, compilation.asks);
  try {
    const { default: Page } = await context.loadCode(id);
    if (typeof Page !== 'function' && typeof Page !== 'object') {
      const message = 'The page has no default export. Add `export default function …` to it.';
      scope.report('page-without-default-export', message);
      return undefined;
    }
    const html = renderDocument(documentRuntime.jsx(Page as ElementType, { config }), facts, Page);
    reportWrapperFault(scope);
    return await finishArticle({ nodes: parseHtml(html), toc: [], hasTitle: true }, compilation);
  } catch (error) {
    const { reason, where, advice } = explainFailure(error, scope);
    const [, line] = where?.startsWith(`${toDisplayPath(context, file)}:`) ? where.split(':') : [];
    const elsewhere = where === undefined || line !== undefined ? '' : ` (${where})`;
    const position = line === undefined ? undefined : { line: Number(line) };
    scope.report('page-code', `The page fails: ${reason.replace(/\.$/, '')}${elsewhere}.${advice}`, position);
    return undefined;
  }
}

/** Puts plain parts back in place. A partial that is used twice gets new nodes for its second use. */
function insertPlainParts<Node extends RootContent>(
  nodes: readonly Node[],
  plainParts: PlainParts,
  usedNumbers: Set<number> = new Set(),
): Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'x-part') return insertPlainParts(node.children, plainParts, usedNumbers) as Node[];
    if (node.tagName === 'x-keep') {
      const number = Number(node.properties.dataN);
      const part = plainParts[number] ?? [];
      const nodesForUse = usedNumbers.has(number) ? structuredClone(part) : part;
      usedNumbers.add(number);
      // Wherever the placeholder is allowed, its content is too.
      return nodesForUse as Node[];
    }
    (node as Element).children = insertPlainParts(node.children, plainParts, usedNumbers);
    return [node];
  });
}
