import * as texts from 'virtual:site/texts';
import { buildTitlesUrl, findLanguageHome, HOME_PATH } from '../../model/urls.ts';
import { type ApiResult, askJson } from '../api-client.ts';

/** Titles of the pages of one language that the administrator may see, by path. */
type PageTitles = ReadonlyMap<string, string>;

const ownLanguage = decodeURI(HOME_PATH);
const loading = new Map<string, Promise<PageTitles>>();

/** Loads the titles of a language. Without titles, lists show the paths. */
function loadPageTitles(language: string): Promise<PageTitles> {
  const loadedTitles =
    loading.get(language) ??
    askJson<[path: string, title: string][]>(buildTitlesUrl(language)).then((result) => {
      // A body that was cut off isn't a list.
      const titles = result.done && Array.isArray(result.answer) ? result.answer : undefined;
      // Try again with the next list.
      if (titles === undefined) loading.delete(language);
      return new Map(titles);
    });
  loading.set(language, loadedTitles);
  return loadedTitles;
}

/**
 * Adds titles of pages to the rows of a list: in the language of the administrator, or in that of the page if it isn't
 * translated. They arrive together, so that no row changes its height later.
 */
export async function addPageTitles<Answer extends { rows: readonly object[] }, Titles extends object>(
  request: Promise<ApiResult<Answer>>,
  titlesOf: (row: Answer['rows'][number], findTitle: (path: string) => string | undefined) => Titles,
): Promise<ApiResult<Omit<Answer, 'rows'> & { rows: readonly (Answer['rows'][number] & Titles)[] }>> {
  const [result, ownTitles] = await Promise.all([request, loadPageTitles(ownLanguage)]);
  if (!result.done) return result;
  const { rows, ...rest } = result.answer;
  const titlesByLanguage = new Map([[ownLanguage, ownTitles]]);
  const untitledLanguages = new Set<string>();
  const findTitle = (path: string): string | undefined => {
    const language = findLanguageHome(path);
    if (language === undefined) return undefined;
    const title =
      ownTitles.get(ownLanguage + path.slice(language.length)) ?? titlesByLanguage.get(language)?.get(path);
    if (title === undefined && !titlesByLanguage.has(language)) untitledLanguages.add(language);
    // A page without a title has an empty one, as most home pages do.
    return title || (path === language ? texts.home : undefined);
  };
  const addTitles = () => rows.map((row) => ({ ...row, ...titlesOf(row, findTitle) }));
  const titledRows = addTitles();
  if (untitledLanguages.size === 0) return { done: true, answer: { ...rest, rows: titledRows } };
  for (const language of untitledLanguages) titlesByLanguage.set(language, await loadPageTitles(language));
  return { done: true, answer: { ...rest, rows: addTitles() } };
}
