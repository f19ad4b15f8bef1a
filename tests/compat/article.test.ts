import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCardsForDoc } from '../../src/build/pages/cards.ts';
import { english as texts } from '../../src/config/texts.ts';
import { readSite } from '../../src/content/read-site.ts';
import { collectDocsData } from '../../src/docusaurus/components/docs-data.ts';
import { collectPageFacts } from '../../src/docusaurus/components/page-facts.ts';
import { toSidebarProps } from '../../src/docusaurus/components/sidebar-props.ts';
import { noFacts } from '../../src/docusaurus/theme/page-facts.ts';
import type { Article } from '../../src/markdown/article.ts';
import { createCompiler } from '../../src/markdown/compiler.ts';
import { createEmptyOwnersCode } from '../../src/markdown/owners-code.ts';
import type { Doc } from '../../src/model/site.ts';
import { liveParts } from '../../src/ui/live/parts.ts';
import { renderLive } from '../../src/ui/live/render-live.tsx';
import { type ArticleFacts, readFacts } from './article-facts.ts';
import { type CompatSet, findSidebarsFile, listCompatSets, readTruth, type TruthDoc } from './truth.ts';

/** Docusaurus's own router loses these two pages, so its truth about them is its not-found page. */
const LOST_BY_DOCUSAURUS = ['paren(s)', 'percent%20'];

describe.each(listCompatSets())('the articles of $name', (set) => {
  const truth = readTruth(set);
  const docs = truth.docs.filter((doc) => !doc.draft && !LOST_BY_DOCUSAURUS.includes(doc.id));
  let articles: Map<string, { doc: Doc; article: Article }>;

  beforeAll(async () => {
    articles = await compileAll(set);
  });

  test('compile without an error', () => {
    const problems = [...articles.values()].flatMap(({ article }) => article.problems);
    // Pictures are missing from the sets, and some links are broken on purpose.
    const ofLinks = ['missing-image', 'broken-markdown-link', 'empty-link', 'missing-file'];
    const errors = problems.filter(({ severity, code }) => severity === 'error' && !ofLinks.includes(code));
    expect(errors).toEqual([]);
  });

  test.each([
    'headings',
    'toc',
    'links',
    'externalLinks',
    'anchors',
    'admonitions',
    'codeBlocks',
    'tabs',
    'details',
    'tables',
    'images',
    'textLength',
  ] as const)('have the same %s', (fact) => {
    const expectedFacts = docs.map((doc) => [doc.id, toFacts(doc)[fact]]);
    const got = docs.map(({ id }) => {
      const compiledArticle = articles.get(id);
      return [id, compiledArticle && readFacts(compiledArticle.article, compiledArticle.doc)[fact]];
    });
    expect(got).toEqual(expectedFacts);
  });

  test('name the same broken Markdown links, at the same lines', () => {
    const brokenLinks = [...articles.values()].flatMap(({ article }) =>
      article.problems.filter(({ code }) => code === 'broken-markdown-link'),
    );
    const expectedPlaces = truth.broken.markdownLinks.map(({ source, at }) => `${source}:${at}`);
    expect(brokenLinks.map(({ file, line, column }) => `${file}:${line}:${column}`).sort()).toEqual(
      expectedPlaces.sort(),
    );
  });
});

async function compileAll(set: CompatSet): Promise<Map<string, { doc: Doc; article: Article }>> {
  const docsDir = path.join(set.folder, 'docs');
  const { site } = await readSite({
    docsDir,
    docsHome: set.folder,
    sidebars: findSidebarsFile(set),
  });
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  const paths = new Map(site.docs.map((doc) => [doc.file, doc.path]));
  const compiler = createCompiler({
    ...createEmptyOwnersCode(set.folder),
    docsDir,
    siteDir: set.folder,
    staticDirs: [path.join(set.folder, 'static')],
    boundary: { roots: [realpathSync(set.folder)], privateFolders: [] },
    format: 'mdx',
    findDocPath: (file) => paths.get(file),
    liveParts,
    texts,
    listCards: (docId) => createCardsForDoc({ site, docs, texts }, docId),
    getSidebar: (docId) => toSidebarProps(site.sidebars[docs.get(docId)?.sidebar ?? ''] ?? []),
    getPageFacts: (docId) => collectPageFacts(site, docs.get(docId), noFacts),
    getAllDocs: () => collectDocsData(site),
    // Docusaurus built the truth without its diagram theme, so diagrams are code in it, as without our
    // feature.
    renderLive,
  });
  const articles = new Map<string, { doc: Doc; article: Article }>();
  for (const doc of site.docs) {
    const article = await compiler.compile(doc, readFileSync(path.join(docsDir, doc.file), 'utf8'));
    articles.set(doc.id, { doc, article });
  }
  return articles;
}

function toFacts({ headings, links, html }: TruthDoc): ArticleFacts {
  return {
    headings,
    toc: html.toc,
    links: [...links].sort(),
    externalLinks: html.externalLinks,
    anchors: html.anchors,
    admonitions: html.admonitions,
    codeBlocks: html.codeBlocks,
    tabs: html.tabs,
    details: html.details,
    tables: html.tables,
    images: html.images,
    textLength: html.textLength,
  };
}
