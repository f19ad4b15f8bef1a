import { TITLES_URL } from '../../model/urls.ts';
import { type ApiResult, askJson } from '../api-client.ts';

type PageTitles = ReadonlyMap<string, string>;

let loading: Promise<PageTitles> | undefined;

/**
 * Loads the titles of the pages that the administrator may see, by path. Pages in other languages than the first have
 * no title here. Without titles, lists show the paths.
 */
function loadPageTitles(): Promise<PageTitles> {
  loading ??= askJson<[path: string, title: string][]>(TITLES_URL).then((result) => {
    // A body that was cut off isn't a list.
    const titles = result.done && Array.isArray(result.answer) ? result.answer : undefined;
    // Try again with the next list.
    if (titles === undefined) loading = undefined;
    return new Map(titles);
  });
  return loading;
}

/** Adds titles of pages to the rows of a list. They arrive together, so that no row changes its height later. */
export async function addPageTitles<Answer extends { rows: readonly object[] }, Titles extends object>(
  request: Promise<ApiResult<Answer>>,
  titlesOf: (row: Answer['rows'][number], findTitle: (path: string) => string | undefined) => Titles,
): Promise<ApiResult<Omit<Answer, 'rows'> & { rows: readonly (Answer['rows'][number] & Titles)[] }>> {
  const [result, titles] = await Promise.all([request, loadPageTitles()]);
  if (!result.done) return result;
  const { rows, ...rest } = result.answer;
  // A page without a title has an empty one.
  const findTitle = (path: string) => titles.get(path) || undefined;
  return {
    done: true,
    answer: { ...rest, rows: rows.map((row) => ({ ...row, ...titlesOf(row, findTitle) })) },
  };
}
