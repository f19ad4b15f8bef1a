import { afterAll, describe, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

const createRecordsIn = (language: string, ...pages: Parameters<typeof searchPage>[]) =>
  pages.flatMap((page) => searchPage(...page)).map((record) => ({ ...record, language }));

const { ask, close } = createTemporarySearch([
  ...createRecordsIn('en-GB', ['Bombs', 'What the bomb squad does.'], ['Pumps', 'A pump moves water.']),
  ...createRecordsIn(
    'es',
    ['Bombas', 'La configuración de la bomba se guarda.'],
    ['Válvulas', 'Cerrando una válvula se detiene el agua.'],
    ['Sobre la casa', 'Para los que viven en ella.'],
  ),
  ...createRecordsIn('de', ['Pumpen', 'Die Häuser haben Pumpen.']),
  ...createRecordsIn('ru', ['Насос', 'Новый насос качает воду.']),
  ...createRecordsIn('zh-Hans', ['流程', '变量的设置在流程中保存。'], ['设置', '这里没有别的。']),
  ...createRecordsIn('ja', ['ポンプ', '水を移動するポンプの設定です。']),
  ...createRecordsIn('th', ['ปั๊มน้ำ', 'การตั้งค่าปั๊มน้ำอยู่ที่นี่']),
  ...createRecordsIn('eo', ['Pumpilo', 'La pumpilo movas akvon.']),
]);
afterAll(close);

const findTitles = (language: string, query: string) =>
  ask(query, { facetFilters: [`language:${language}`] }).hits.map(({ url }) => url);
const withTitle = (title: string) => expect.stringContaining(title);

describe('words of a query are those of the language that is searched', () => {
  test.each([
    ['es', 'configuraciones', 'bombas'],
    // A query without accents finds the word with them.
    ['es', 'configuracion', 'bombas'],
    ['es', 'cerrar valvulas', 'válvulas'],
    ['de', 'Haus', 'pumpen'],
    ['ru', 'новые', 'насос'],
    ['eo', 'pumpilo', 'pumpilo'],
  ])('a search in %s finds %s in another form', (language, query, title) => {
    expect(findTitles(language, query)[0]).toEqual(withTitle(title));
  });

  test('finds nothing of another language', () => {
    expect(findTitles('en-GB', 'bombs')).toEqual([withTitle('bombs')]);
    expect(findTitles('es', 'bombas')).not.toContainEqual(withTitle('bombs'));
  });

  test('ignores stop words', () => {
    expect(findTitles('es', 'para que es la válvula')[0]).toEqual(withTitle('válvulas'));
  });
});

describe('a script without spaces', () => {
  test.each([
    ['zh-Hans', '流程变量', '流程'],
    ['ja', 'ポンプ設定', 'ポンプ'],
    ['th', 'ตั้งค่าปั๊มน้ำ', 'ปั๊มน้ำ'],
  ])('in %s, %s is split into words, wherever they are in the text', (language, query, title) => {
    expect(findTitles(language, query)[0]).toEqual(withTitle(title));
  });

  test('is searched while a word is being typed', () => {
    expect(findTitles('zh-Hans', '变')[0]).toEqual(withTitle('流程'));
    expect(findTitles('zh-Hans', '流程变')[0]).toEqual(withTitle('流程'));
  });
});
