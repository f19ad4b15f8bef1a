import { afterAll, describe, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

/** The site declares English, whatever language its texts are in. */
const { ask, close } = createTemporarySearch([
  ...searchPage('Letters', 'Die Straße ist groß. Fußweg. SCHLOẞ. Blåbærgrød koster 5 kr. i Århus.'),
  ...searchPage('More letters', 'Łódź i Đakovo. Þingvellir og Öræfi. Le cœur, l’œuvre. Malti: Ħamrun. Kıyı.'),
  ...searchPage('Arabic', 'البحث في الوثائق والمستند وبالكتاب للمدرسة'),
  ...searchPage('Hebrew', 'והספר בבית, כשהתלמיד מהעיר שבמרכז'),
  ...searchPage('C#', 'A class in C# has members. Compile it with the .NET tools.'),
  ...searchPage('C++', 'Templates of C++ are compiled. So is Notepad++.'),
  ...searchPage('F#', 'Functions come first in F#.'),
  ...searchPage('Experiments', 'An A/B test shows which page is better. R&D pays for it, as AT&T did.'),
  ...searchPage('Networks', 'The net is wide: c, f, a, b and r are its parts, and so is d.'),
]);
afterAll(close);

const findTitles = (query: string) => ask(query).hits.map(({ hierarchy }) => Object(hierarchy).lvl1);
const findMarks = (query: string) =>
  ask(query).hits.flatMap(({ _snippetResult: snippetResult }) =>
    [...JSON.stringify(snippetResult ?? {}).matchAll(/<em>(.*?)<\/em>/g)].map(
      ([, markedWords]) => markedWords,
    ),
  );

describe("letters that Unicode doesn't decompose are found by those that people type", () => {
  test.each([
    ['Strasse', 'Letters'],
    ['STRASSE', 'Letters'],
    ['gross', 'Letters'],
    ['Fussweg', 'Letters'],
    ['schloss', 'Letters'],
    ['blabaergrod', 'Letters'],
    ['blåbærgrød', 'Letters'],
    ['lodz', 'More letters'],
    ['dakovo', 'More letters'],
    ['thingvellir', 'More letters'],
    ['oraefi', 'More letters'],
    ['coeur', 'More letters'],
    ['oeuvre', 'More letters'],
    ['hamrun', 'More letters'],
    ['kiyi', 'More letters'],
    ['KIYI', 'More letters'],
  ])('%s', (query, title) => {
    expect(findTitles(query)[0]).toBe(title);
  });

  test('marks the whole word', () => {
    expect(findMarks('strasse')).toEqual(['Straße']);
  });
});

describe('words are found without the particles that are written onto them, and with others', () => {
  test.each([
    ['وثائق', 'Arabic', 'الوثائق'],
    ['مستند', 'Arabic', 'والمستند'],
    ['والوثائق', 'Arabic', 'الوثائق'],
    ['كتاب', 'Arabic', 'وبالكتاب'],
    ['مدرسة', 'Arabic', 'للمدرسة'],
    ['المدرسة', 'Arabic', 'للمدرسة'],
    ['ספר', 'Hebrew', 'והספר'],
    ['בית', 'Hebrew', 'בבית'],
    ['הבית', 'Hebrew', 'בבית'],
    ['תלמיד', 'Hebrew', 'כשהתלמיד'],
    ['עיר', 'Hebrew', 'מהעיר'],
    ['מרכז', 'Hebrew', 'שבמרכז'],
  ])('%s', (query, title, markedWords) => {
    expect(findTitles(query)).toEqual([title]);
    expect(findMarks(query)).toEqual([markedWords]);
  });

  test('finds words while they are being typed', () => {
    expect(findTitles('وثا')).toEqual(['Arabic']);
    expect(findTitles('תלמ')).toEqual(['Hebrew']);
  });
});

describe('a letter with a sign is a name of its own', () => {
  test.each([
    ['C#', ['C#']],
    ['c#', ['C#']],
    ['C# members', ['C#']],
    ['C++', ['C++']],
    ['c++ templates', ['C++']],
    ['notepad++', ['C++']],
    ['F#', ['F#']],
    ['.NET', ['C#']],
    ['.net tools', ['C#']],
    ['A/B', ['Experiments']],
    ['a/b test', ['Experiments']],
    ['R&D', ['Experiments']],
    ['at&t', ['Experiments']],
  ])('%s', (query, pages) => {
    expect(findTitles(query).slice(0, pages.length)).toEqual(pages);
    if (!query.includes(' ')) expect(findTitles(query)).toEqual(pages);
  });

  test('a word with the plain letter is found by it', () => {
    expect(findTitles('net')).toContain('Networks');
  });
});
