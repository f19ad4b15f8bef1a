import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { english } from '../../config/texts.ts';
import { listLocales } from '../../content/languages/locales.ts';
import { readSite } from '../../content/read-site.ts';
import { collectSharedFacts } from '../../docusaurus/components/shared-facts.ts';
import type { ArticleTexts } from '../../markdown/context.ts';
import type { Site } from '../../model/site.ts';
import { BuildCache } from '../cache/build-cache.ts';
import { resolveCacheFile } from '../cache/cache-files.ts';
import { resolveFolders } from '../folders.ts';
import { compileDocuments } from './compile-documents.ts';
import { listDocuments } from './documents.ts';

interface CompileTest {
  siteDir: string;
  cache: BuildCache;
  site?: Site;
  texts?: ArticleTexts;
  originals?: BuildCache;
}

/** Compiles the documents of a site folder, by default those of its default language, into a cache. */
async function compileInto({ siteDir, cache, site, texts = english, originals }: CompileTest) {
  const docsDir = path.join(siteDir, 'docs');
  const defaults = siteConfigSchema.parse({});
  const compiledSite = site ?? (await readSite({ docsDir, docsHome: siteDir })).site;
  const folders = resolveFolders(
    { SITE_DIR: siteDir, DOCS_DIR: undefined, DATA_DIR: 'data', DIST_DIR: 'dist', SIDEBARS: undefined },
    siteDir,
  );
  const { articles } = await compileDocuments(listDocuments(compiledSite, folders), {
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
      texts,
      site: compiledSite,
      sections: undefined,
      markdown: { data: {}, key: '' },
      components: { aliases: {}, modules: {}, style: '', files: [] },
      facts: await collectSharedFacts(defaults, listLocales(defaults, '')[0]),
    },
    originals,
    code: 'same',
    ui: 'same',
    onStart: () => {},
    onArticle: () => {},
  });
  return [...articles.keys()];
}

test('compiles an article again when an interface text in it changes', async () => {
  const siteDir = createSiteFolder({ 'docs/a.md': '# A\n\n:::note\n\nText.\n\n:::\n' });
  using cache = new BuildCache(resolveCacheFile(siteDir, path.join(siteDir, 'docs')));
  const compileHtmlWith = async (texts: ArticleTexts) => {
    expect(await compileInto({ siteDir, cache, texts })).toEqual(['a.md']);
    return cache.readArticleBody('a.md').html;
  };
  expect(await compileHtmlWith(english)).toContain('</span>note</div>');
  expect(await compileHtmlWith({ ...english, noteTitle: 'Nota' })).toContain('</span>Nota</div>');
});

test("reuses the default language's highlighted code in other languages, translated or not", async () => {
  const text = (title: string) => `# ${title}\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n`;
  const translations = 'i18n/de/docusaurus-plugin-content-docs/current';
  const siteDir = createSiteFolder({
    'docs/a.md': text('A'),
    'docs/b.md': text('B'),
    'docs/c.md': text('C').replace('let', 'const'),
    [`${translations}/b.md`]: text('Bee'),
    [`${translations}/c.md`]: text('Cee'),
  });
  const docsDir = path.join(siteDir, 'docs');
  const config = siteConfigSchema.parse({ i18n: { defaultLocale: 'en', locales: ['en', 'de'] } });
  const [, locale] = listLocales(config, siteDir);
  const { site } = await readSite({ docsDir, docsHome: siteDir, config, ...(locale && { locale }) });
  using originals = new BuildCache(path.join(siteDir, 'en.sqlite'));
  using cache = new BuildCache(path.join(siteDir, 'de.sqlite'));
  const files = await compileInto({ siteDir, cache: originals });
  // Stored samples are recognised by a mark that no highlighter makes.
  for (const file of files) {
    const { html, blocks, markdown } = originals.readArticleBody(file);
    const summary = originals.readArticles().get(file)?.summary;
    const samples = Object.fromEntries(
      Object.keys(originals.readArticleSamples(file)).map((key) => [key, ['<i>stored</i>']]),
    );
    if (!summary) throw new Error(file);
    const { parts: _, ...rest } = summary;
    originals.storeArticle(file, 'key', { ...rest, html, blocks, markdown }, samples);
  }
  await compileInto({ siteDir, cache, site, originals });
  const readCode = (file: string) => cache.readArticleBody(file).html.includes('<i>stored</i>');
  expect(readCode('a.md')).toBe(true);
  expect(readCode(`../${translations}/b.md`)).toBe(true);
  // The code of this translation differs from the original's.
  expect(readCode(`../${translations}/c.md`)).toBe(false);
});
