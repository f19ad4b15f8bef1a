import path from 'node:path';
import { expect, test } from 'vitest';
import { siteFolder } from '../../../testing/docs-folder.ts';
import { english as texts } from '../../config/texts.ts';
import { readSite } from '../../content/read-site.ts';
import type { ArticleTexts } from '../../markdown/context.ts';
import { BuildCache, cacheFile } from '../cache/build-cache.ts';
import { compileDocuments } from './compile-documents.ts';
import { fromDoc } from './documents.ts';

test('an article is compiled again when a word changes that the compiler puts into it', async () => {
  const siteDir = siteFolder({ 'docs/a.md': '# A\n\n:::note\n\nText.\n\n:::\n' });
  const docsDir = path.join(siteDir, 'docs');
  const { site } = await readSite({ docsDir, siteDir, markdownFormat: 'mdx' });
  using cache = new BuildCache(cacheFile(siteDir, docsDir));
  const htmlWith = async (words: ArticleTexts) => {
    const { articles } = await compileDocuments(site.docs.map(fromDoc), {
      cache,
      setup: {
        docsDir,
        siteDir,
        staticDirs: [],
        format: 'mdx',
        brokenLinks: 'fail',
        texts: words,
        site,
        sections: undefined,
      },
      codeVersion: 'same',
      liveVersion: 'same',
      onStart: () => {},
      onArticle: () => {},
    });
    expect([...articles.keys()]).toEqual(['a.md']);
    return cache.articleBody('a.md').html;
  };
  expect(await htmlWith(texts)).toContain('</span>note</div>');
  expect(await htmlWith({ ...texts, noteTitle: 'Nota' })).toContain('</span>Nota</div>');
});
