import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { checkFrontMatter } from '../../content/documents/front-matter.ts';
import { editorSchemas } from './schemas.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });

/** Values of every kind that someone may write, valid for some keys and invalid for others. */
const values = [
  ...['text', '', 'a/b', 3, 2.5, 9, true, 'true', null, 'public', '2024-05-31'],
  ...[[], ['a'], [1], [null], [{ label: 'B', permalink: '/b' }], [{ label: 'B' }]],
  ...[{}, { date: '2024-05-31' }, { author: 'Ana' }, { author: 1 }, { author: [] }, { label: 'B' }],
  ...[{ format: 'md' }, { format: 'other' }, { for: 'staff' }, { for: ['staff'], limit: true }, ['staff']],
];
const schema = editorSchemas['front-matter']();
const isValid = ajv.compile(schema);

test.each(Object.keys(schema.properties))('editor and build agree on each value of %s', (key) => {
  const listValidValues = (isGood: (frontMatter: object) => boolean) =>
    values.filter((value) => isGood({ [key]: value })).map((value) => JSON.stringify(value));
  expect(listValidValues((frontMatter) => isValid(frontMatter))).toEqual(
    listValidValues((frontMatter) => checkFrontMatter(frontMatter).issues.length === 0),
  );
});

test.each([
  [{ title: 'One', sidebar_position: 2, tags: ['a', { label: 'B', permalink: '/b' }], draft: true }],
  [{ draft: true, unlisted: true }],
  [{ toc_min_heading_level: 4, toc_max_heading_level: 3 }],
  [{ toc_min_heading_level: 3, toc_max_heading_level: 3 }],
  [{ sidebar_labl: 'One' }],
  [{ date: '2024-05-31', authors: ['ana'] }],
])('editor and build agree on %j, in documents and in blog posts', (frontMatter) => {
  expect(isValid(frontMatter)).toBe(checkFrontMatter(frontMatter).issues.length === 0);
  expect(ajv.compile(editorSchemas.post())(frontMatter)).toBe(
    checkFrontMatter(frontMatter, 'post').issues.length === 0,
  );
});

test.each(['post', 'category'] as const)('describes every key: %s', (name) => {
  const { properties } = editorSchemas[name]();
  expect(
    Object.entries(properties).filter(([, schema]) => !(schema as { description?: string }).description),
  ).toEqual([]);
});

test('checks category files', () => {
  const isValid = ajv.compile(editorSchemas.category());
  expect(
    isValid({ label: 'Guides', position: 2, link: { type: 'generated-index', description: 'How to' } }),
  ).toBe(true);
  expect(isValid({ lable: 'Guides' })).toBe(false);
});
