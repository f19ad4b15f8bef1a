import { withoutSlash } from '../../content/permalinks.ts';
import { decodeUrl } from '../../markdown/urls.ts';
import type { AskedAddress, Site } from '../../model/site.ts';
import type { SearchRecord } from './record.ts';

/** What readers ask of a page, by the place that answers it: see `placeOf`. */
export type AskedOfPage = ReadonlyMap<string, readonly string[]>;

/** `_questions` of the docs folder, page by page. `path` as the site writes it. */
export function askedOf({ questions }: Pick<Site, 'questions'>): (path: string) => AskedOfPage {
  const pages = Map.groupBy(questions, ({ address }) => pageOf(address));
  return (path) => byPlace(pages.get(pageOf(path)) ?? []);
}

/** Puts each question to the first record of its place. */
export function withAsked(records: readonly SearchRecord[], asked: AskedOfPage): SearchRecord[] {
  const due = new Map(asked);
  return records.map((record) => {
    const place = placeOf(record.url);
    const questions = due.get(place);
    due.delete(place);
    return questions ? { ...record, asked: [...questions] } : record;
  });
}

function byPlace(questions: readonly AskedAddress[]): AskedOfPage {
  const places = Map.groupBy(questions, ({ address }) => placeOf(address));
  return new Map([...places].map(([place, lists]) => [place, lists.flatMap(({ asked }) => asked)]));
}

/** One for all ways to write an address: encoded or not, with a slash at the end of the path or without. */
function placeOf(address: string): string {
  const [path = '', ...anchor] = address.split('#');
  const page = decodeUrl(withoutSlash(path));
  return anchor.length === 0 ? page : `${page}#${decodeUrl(anchor.join('#'))}`;
}

function pageOf(address: string): string {
  return placeOf(address.replace(/#.*$/s, ''));
}
