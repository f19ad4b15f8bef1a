import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTemplate } from './slots.ts';

function fill(html: string, values: { next?: string; error?: string; email?: string }): string {
  const compiled = compileTemplate('login', html);
  if ('unknown' in compiled) throw new Error(`unknown: ${compiled.unknown}`);
  return compiled.template(values);
}

test('a template is filled in at every place', () => {
  expect(fill('<a href="{{next}}">{{error}}</a>{{next}}', { next: '/docs', error: 'no' })).toBe(
    '<a href="/docs">no</a>/docs',
  );
});

test('a value that is not given leaves its place empty', () => {
  expect(fill('<p>{{error}}</p>', {})).toBe('<p></p>');
});

test('what is filled in is never filled in again', () => {
  expect(fill('{{email}} {{next}}', { email: '{{next}}', next: '$&' })).toBe('{{next}} $&amp;');
});

test('no value becomes markup', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const html = fill('<input value="{{email}}">', { email: value });
      expect(html.slice('<input value="'.length, -'">'.length)).not.toMatch(/[<>"']/);
    }),
  );
});

test('a place that nothing fills is named', () => {
  expect(compileTemplate('login', '{{next}} {{token}}')).toEqual({ unknown: ['token'] });
});
