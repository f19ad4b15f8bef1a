import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSlots, compileTemplates } from './slots.ts';

function fill(html: string, values: { next?: string; error?: string; email?: string }): string {
  return compileSlots(html, { next: 'text', error: 'text', email: 'text' })(values);
}

test('a template is filled in at every mark', () => {
  expect(fill('<a href="{{next}}">{{error}}</a>{{next}}', { next: '/docs', error: 'no' })).toBe(
    '<a href="/docs">no</a>/docs',
  );
});

test('a slot without a value stays empty', () => {
  expect(fill('<p>{{error}}</p>', {})).toBe('<p></p>');
});

test("slots inside inserted values aren't filled", () => {
  expect(fill('{{email}} {{next}}', { email: '{{next}}', next: '$&' })).toBe('{{next}} $&amp;');
});

test('text values never become markup', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const html = fill('<input value="{{email}}">', { email: value });
      expect(html.slice('<input value="'.length, -'">'.length)).not.toMatch(/[<>"']/);
    }),
  );
});

test('an unknown slot is reported', () => {
  const { unknown } = compileTemplates({ login: '{{next}} {{token}}', setup: '{{token}}' });
  expect(unknown).toEqual({ login: ['token'] });
});

test("HTML is inserted unchanged, and text of the page isn't a slot", () => {
  const page = compileSlots('<title>{{next}}</title><main><!--slot:results--></main><!--slot:other-->', {
    results: 'html',
  });
  expect(page({ results: '<b>$& {{next}} <!--slot:results--></b>' })).toBe(
    '<title>{{next}}</title><main><b>$& {{next}} <!--slot:results--></b></main><!--slot:other-->',
  );
});
