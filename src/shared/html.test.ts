import fc from 'fast-check';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { escapeArticleHtml, escapeHtml } from './html.ts';
import { readHtmlText, unescapeHtml } from './unescape-html.ts';

/** Without characters that HTML can't contain, escaped or not. */
const text = fc
  .string({ unit: fc.oneof(fc.constantFrom('<', '>', '&', '"', "'", '/', ';', 'amp', '#39'), fc.string()) })
  .filter((value) => !/[\0\r]|\p{Surrogate}/u.test(value));

const read = (html: string) =>
  unified()
    .use(rehypeRaw)
    .runSync({ type: 'root', children: [{ type: 'raw', value: html }] }).children;

test.each(["'", '"'])('a browser reads escaped text as it was, between tags and between %s', (quote) => {
  fc.assert(
    fc.property(text, (value) => {
      const html = `<p title=${quote}${escapeHtml(value)}${quote}>x${escapeHtml(value)}</p>`;
      const children = [{ type: 'text', value: `x${value}` }];
      expect(read(html)).toMatchObject([{ tagName: 'p', properties: { title: value }, children }]);
    }),
  );
});

test('escapes articles but keeps apostrophes', () => {
  fc.assert(
    fc.property(text, (value) => {
      const html = `<p title="${escapeArticleHtml(value)}">x${escapeArticleHtml(value)}</p>`;
      const children = [{ type: 'text', value: `x${value}` }];
      expect(read(html)).toMatchObject([{ tagName: 'p', properties: { title: value }, children }]);
    }),
  );
  expect(escapeArticleHtml("it's")).toBe("it's");
});

test('unescapes what was escaped', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(unescapeHtml(escapeHtml(value))).toBe(value);
      expect(unescapeHtml(escapeArticleHtml(value))).toBe(value);
    }),
  );
});

test('unescapes all entities for an apostrophe', () => {
  expect(unescapeHtml('it&#x27;s, it&#39;s, it&#039;s')).toBe("it's, it's, it's");
  expect(unescapeHtml('&amp;lt;')).toBe('&lt;');
});

test('extracts the text between tags', () => {
  expect(readHtmlText('<b>a &lt;b&gt;</b> <code>c</code>')).toBe('a <b> c');
});
