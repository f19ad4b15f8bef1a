import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { checkFrontMatter } from '../content/front-matter.ts';
import { editorSchemas } from './schemas.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });

test.each([
  [{ title: 'One', sidebar_position: 2, tags: ['a', { label: 'B', permalink: '/b' }], draft: true }],
  [{ last_update: { date: '2024-05-31', author: 'Ana' }, pagination_next: null, audience: ['staff'] }],
  [{ toc_max_heading_level: 9 }],
  [{ tags: 'one' }],
  [{ sidebar_labl: 'One' }],
  [{ audience: { for: 'staff', limt: true } }],
])('an editor says of %j what the build says', (frontMatter) => {
  const isValid = ajv.compile(editorSchemas['front-matter']());
  expect(isValid(frontMatter)).toBe(checkFrontMatter(frontMatter).issues.length === 0);
});

test('every key of front matter says what it is for', () => {
  const { properties } = editorSchemas['front-matter']();
  expect(
    Object.entries(properties).filter(([, schema]) => !(schema as { description?: string }).description),
  ).toEqual([]);
});

test('a category file is checked by the same', () => {
  const isValid = ajv.compile(editorSchemas.category());
  expect(
    isValid({ label: 'Guides', position: 2, link: { type: 'generated-index', description: 'How to' } }),
  ).toBe(true);
  expect(isValid({ lable: 'Guides' })).toBe(false);
});
