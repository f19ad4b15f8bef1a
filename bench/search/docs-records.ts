import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImportGraph } from '../../src/build/cache/import-graph.ts';
import { compileContext } from '../../src/build/compile/compile-context.ts';
import { documentsOf } from '../../src/build/compile/documents.ts';
import { loadSections, sectionsModule } from '../../src/build/compile/site-sections.ts';
import { resolveFolders } from '../../src/build/folders.ts';
import { loadSiteConfig } from '../../src/config/load-site-config.ts';
import { english as texts } from '../../src/config/texts.ts';
import { readSite } from '../../src/content/read-site.ts';
import type { Article } from '../../src/markdown/article.ts';
import { createCompiler } from '../../src/markdown/compiler.ts';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { recordsOf } from '../../testing/search-site.ts';

/** The search records of a docs folder, compiled as the build does. */
export async function recordsOfDocs(docs: string, projectDir: string): Promise<SearchRecord[]> {
  const folders = resolveFolders({ DOCS_DIR: docs, DIST_DIR: 'dist', SIDEBARS: undefined }, projectDir);
  const { docsDir, docsHome: siteDir, pagesDir, staticDirs } = folders;
  const { site } = await readSite({ docsDir, siteDir, pagesDir, markdownFormat: 'mdx' });
  const { config } = await loadSiteConfig(folders.siteDir);
  // Live parts are pictures to search: their texts come from the source all the same.
  const compiler = createCompiler(
    compileContext(
      { docsDir, siteDir, staticDirs, format: 'mdx', brokenLinks: 'warn', texts, site },
      await loadSections(config && sectionsModule(config, folders.siteDir, new ImportGraph(folders))),
      () => '',
    ),
  );
  const articles = new Map<string, Article>();
  for (const { document } of documentsOf(site, folders)) {
    const source = await readFile(path.join(docsDir, document.file), 'utf8');
    articles.set(document.id, await compiler.compile(document, source));
  }
  return recordsOf(site, articles);
}
