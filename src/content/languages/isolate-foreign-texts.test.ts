import { expect, test } from 'vitest';
import { isolateForeignTexts } from './isolate-foreign-texts.ts';

test('isolates sentences and numbers that are written from left to right', () => {
  const texts = {
    helpful: 'Was this page helpful?',
    items: '{count} items',
    results: '1 result|{count} results',
  };
  expect(isolateForeignTexts(texts)).toEqual({
    helpful: '\u2066Was this page helpful?\u2069',
    items: '\u2066{count} items\u2069',
    results: '\u20661 result\u2069|\u2066{count} results\u2069',
  });
});

test('leaves texts that have to be exact', () => {
  const texts = { helpful: 'Was this page helpful?', unlisted: 'This page is unlisted.' };
  expect(isolateForeignTexts(texts, (name) => name === 'unlisted')).toEqual({
    helpful: '\u2066Was this page helpful?\u2069',
    unlisted: texts.unlisted,
  });
});

test.each([
  'هل كانت هذه الصفحة مفيدة؟',
  'PDF حفظ بصيغة',
  'עמוד {count}',
  'en',
  'pt-BR',
  'Search',
  '{count}',
  '',
  '→',
])('leaves %j as it is', (text) => {
  expect(isolateForeignTexts({ text })).toEqual({ text });
});
