import { expect, test } from 'vitest';
import { resolveTags } from './tags.ts';

/** Sites that move here from Docusaurus keep the addresses of their tags. */
test.each([
  ['One', 'one'],
  ['two words', 'two-words'],
  ['camelCase', 'camel-case'],
  ['GraphQL', 'graph-ql'],
  ['XMLHttpRequest', 'xml-http-request'],
  ['iOS', 'i-os'],
  ['Node.js', 'node-js'],
  ['C++', 'c'],
  ['v2.0', 'v-2-0'],
  ['API2', 'api-2'],
  ['1st place', '1st-place'],
  ['snake_case', 'snake-case'],
  ["don't", 'dont'],
  ['Café au lait', 'cafe-au-lait'],
  ['Straße', 'strasse'],
  ['中文标签', '中文标签'],
  ['前端 开发', '前端-开发'],
  ['C语言', 'c语言'],
  ['Vue组件', 'vue组件'],
  ['日本語、テスト', '日本語、テスト'],
  ['🚀 start', '🚀-start'],
  ['Cafe\u0301', 'cafe'],
  ['Ĳssel', 'i-jssel'],
  ['  ', ''],
])('puts the tag %s at /%s', (tag, expected) => {
  expect(resolveTags({ tags: [tag] }, new Map(), '/tags').map(({ path }) => path)).toEqual([
    `/tags/${expected}`,
  ]);
});
