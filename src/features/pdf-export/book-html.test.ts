import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { renderBook } from './book-html.ts';
import { listChapters, readPublishedPages } from './published-pages.ts';

async function writeBook(locale: string): Promise<string> {
  using site = new TestSite({
    'site.config.ts': `export default { name: 'Huerto', i18n: { defaultLocale: '${locale}', locales: ['${locale}'] } };\n`,
    'docs/index.md': '# Primera\n\nTexto.\n',
  });
  const { problems } = await site.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const pages = readPublishedPages(site.distDir);
  if (!pages) throw new Error('The build published no release.');
  const list = listChapters(pages.site, undefined);
  const chapters = 'chapters' in list ? list.chapters : [];
  return renderBook({ name: 'Huerto', subtitle: '', chapters, pages, layout: 'book', numbers: [] });
}

test.each([
  ['en', 'Contents'],
  ['es', 'Índice'],
  ['es-MX', 'Índice'],
  // There are no messages in Finnish.
  ['fi', 'Contents'],
])('a book in %s has its contents under “%s”', async (locale, heading) => {
  const book = await writeBook(locale);
  expect(book).toContain(`<html lang="${locale}"`);
  expect(book).toContain(`<nav class="book-contents"><h2>${heading}</h2>`);
});
