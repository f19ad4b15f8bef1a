import path from 'node:path';
import type { Element, RootContent } from 'hast';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Article, TocEntry } from './article.ts';
import { AssetStore } from './asset-store.ts';
import { type Compilation, emptyArticle, leniencies, startCompilation } from './compilation.ts';
import { type KeptParts, loadModule, readMarkdownFile } from './compile-file.ts';
import type { CompileContext, DocumentToCompile } from './context.ts';
import { markExcerpt } from './excerpt.ts';
import { finishArticle } from './finish/finish.ts';
import { htmlTreeOf } from './html-of-file.ts';
import { markIncomplete } from './incomplete.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { evaluationMessage, likelyPosition } from './mdx/errors.ts';
import { PluginFailure } from './plugins/run-plugins.ts';
import { parseHtml } from './tree/to-html.ts';

export interface Compiler {
  /** Never throws for what is in a document: its problems are in the article, whose HTML is then empty. */
  compile(document: DocumentToCompile, source: string): Promise<Article>;
}

/** One for each worker: files are remembered between documents. */
export function createCompiler(context: CompileContext): Compiler {
  const store = new AssetStore();
  return {
    async compile(document, source) {
      const compilation = startCompilation(context, document, store);
      const article = await compileOnce(compilation, source);
      if (article) return article;
      if (!context.lenient) return emptyArticle(compilation);
      for (const leniency of leniencies) {
        const again = startCompilation(context, document, store, leniency);
        const readable = await compileOnce(again, source);
        again.dependencies.add(compilation.dependencies.list());
        const dependencies = again.dependencies.list();
        if (readable)
          return markIncomplete({ ...readable, dependencies }, compilation.problems, context.texts);
      }
      return markIncomplete(emptyArticle(compilation), compilation.problems, context.texts);
    },
  };
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
  return finishArticle({ ...content, hasTitle: file.contentTitle !== undefined }, compilation);
}

async function contentOf(file: MarkdownFile): Promise<{ nodes: RootContent[]; toc: TocEntry[] } | undefined> {
  if (!file.hasCode) {
    const toc = file.toc.filter((item) => 'level' in item);
    try {
      return { nodes: (await htmlTreeOf(file)).children, toc };
    } catch (error) {
      if (!(error instanceof PluginFailure)) throw error;
      file.scope.report('markdown-plugin', error.message, error);
      return undefined;
    }
  }
  const kept: KeptParts = [];
  const module = await loadModule(file, kept);
  if (!module) return undefined;
  try {
    const html = renderToStaticMarkup(createElement(module.default));
    return { nodes: insertKept(parseHtml(html), kept), toc: module.toc };
  } catch (error) {
    file.scope.report('mdx-code', evaluationMessage(error), likelyPosition(error, file.tree));
    return undefined;
  }
}

/** A partial used twice stands in the page twice, so every further use gets nodes of its own. */
function insertKept<Node extends RootContent>(
  nodes: readonly Node[],
  kept: KeptParts,
  used: Set<number> = new Set(),
): Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node];
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
