import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { english as texts } from '../../config/texts.ts';
import { listLocales } from '../../content/languages/locales.ts';
import { readSite } from '../../content/read-site.ts';
import { collectSharedFacts } from '../../docusaurus/components/shared-facts.ts';
import type { ArticleTexts } from '../../markdown/context.ts';
import { BuildCache } from '../cache/build-cache.ts';
import { resolveCacheFile } from '../cache/cache-files.ts';
import { resolveFolders } from '../folders.ts';
import { compileDocuments } from './compile-documents.ts';
import { listDocuments } from './documents.ts';

test('compiles an article again when an interface text in it changes', async () => {
  const siteDir = createSiteFolder({ 'docs/a.md': '# A\n\n:::note\n\nText.\n\n:::\n' });
  const docsDir = path.join(siteDir, 'docs');
  const defaults = siteConfigSchema.parse({});
  const { site } = await readSite({ docsDir, docsHome: siteDir });
  const folders = resolveFolders(
    { SITE_DIR: siteDir, DOCS_DIR: undefined, DATA_DIR: 'data', DIST_DIR: 'dist', SIDEBARS: undefined },
    siteDir,
  );
  using cache = new BuildCache(resolveCacheFile(siteDir, docsDir));
  const compileHtmlWith = async (words: ArticleTexts) => {
    const { articles } = await compileDocuments(listDocuments(site, folders), {
      cache,
      setup: {
        docsDir,
        pagesDir: folders.pagesDir,
        siteDir,
        partsDir: siteDir,
        compilers: [],
        staticDirs: [],
        boundary: folders.boundary,
        format: 'mdx',
        lenient: false,
        texts: words,
        site,
        sections: undefined,
        markdown: { data: {}, key: '' },
        components: { aliases: {}, modules: {}, style: '', files: [] },
        facts: await collectSharedFacts(defaults, listLocales(defaults, '')[0]),
      },
      code: 'same',
      ui: 'same',
      onStart: () => {},
      onArticle: () => {},
    });
    expect([...articles.keys()]).toEqual(['a.md']);
    return cache.readArticleBody('a.md').html;
  };
  expect(await compileHtmlWith(texts)).toContain('</span>note</div>');
  expect(await compileHtmlWith({ ...texts, noteTitle: 'Nota' })).toContain('</span>Nota</div>');
});
