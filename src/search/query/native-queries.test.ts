import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nativeQueries } from '../../../testing/native-queries.ts';
import { projectDir } from '../../../testing/running-site.ts';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

const languages = Object.keys(nativeQueries);

/** Queries that don't find their sentence first, by language. */
const queriesNotFirst: Readonly<Record<string, readonly string[]>> = {
  ar: ['كتاب'],
  cs: ['instalace'],
  de: ['einspielen'],
  en: ['notification'],
  fi: ['asentaminen'],
  ga: ['teangacha'],
  hi: ['हटाना'],
  hy: ['վճարումներ'],
  nl: ['installeren'],
  ro: ['rețele'],
  ru: ['восстановление файла'],
  sl: ['namestitev'],
  tr: ['yükleme'],
  lt: ['sąsaja'],
  sa: ['नियम'],
  uk: ['відновлення файлу'],
  ko: ['알림설정'],
  pl: ['przywracanie pliku', 'instalacja'],
  et: ['liige'],
  is: ['thu breytir tungumál'],
  hr: ['predlosci'],
  az: ['bildirişlər'],
  am: ['ማሳወቂያዎች', 'አብነቶች'],
  ka: ['შეტყობინებები'],
};

function listQueriesNotFirst(language: string): string[] {
  const sentences = nativeQueries[language] ?? [];
  const records = sentences.flatMap(([sentence], index) => searchPage(`§${index}`, sentence));
  const { urls, close } = createTemporarySearch(records.map((record) => ({ ...record, language })));
  const queries = sentences.flatMap(([, ...typedQueries], index) =>
    typedQueries.filter((query) => urls(query)[0] !== `/docs/§${index}`),
  );
  close();
  return queries;
}

test.each(languages)('everyday queries in the language %s find their sentence first', (language) => {
  expect(listQueriesNotFirst(language)).toEqual(queriesNotFirst[language] ?? []);
});

test('the documentation says how many queries find their sentence first', () => {
  const page = readFileSync(path.join(projectDir, 'docs/docs/reference/search-languages.md'), 'utf8');
  const documentedRows = [...page.matchAll(/^\| (\d+) of (\d+) \| (.*) \|$/gm)].flatMap(
    ([, first, all, codes = '']) => codes.split(', ').map((code) => [code, `${first} of ${all}`]),
  );
  const measuredRows = languages.map((language) => {
    const all = (nativeQueries[language] ?? []).flatMap(([, ...queries]) => queries).length;
    return [language, `${all - (queriesNotFirst[language] ?? []).length} of ${all}`];
  });
  expect(documentedRows.sort()).toEqual(measuredRows.sort());
});
