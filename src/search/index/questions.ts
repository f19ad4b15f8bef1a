import { withoutSlash } from '../../content/permalinks.ts';
import type { AddressQuestions, Site } from '../../model/site.ts';
import { decodeUrl } from '../../shared/decode.ts';
import type { SearchRecord } from './record.ts';

/** What readers ask of a page, by the address that answers it: see `addressOf`. */
type PageQuestions = ReadonlyMap<string, readonly string[]>;

/** `_questions` of the docs folder, page by page. `path` as the site writes it. */
export function questionsOf({ questions }: Pick<Site, 'questions'>): (path: string) => PageQuestions {
  const pages = Map.groupBy(questions, ({ address }) => pageOf(address));
  return (path) => byAddress(pages.get(pageOf(path)) ?? []);
}

/** Puts each question to the first record of its address. */
export function withQuestions(records: readonly SearchRecord[], questions: PageQuestions): SearchRecord[] {
  const due = new Map(questions);
  return records.map((record) => {
    const address = addressOf(record.url);
    const own = due.get(address);
    due.delete(address);
    return own ? { ...record, questions: [...own] } : record;
  });
}

function byAddress(addresses: readonly AddressQuestions[]): PageQuestions {
  const lists = Map.groupBy(addresses, ({ address }) => addressOf(address));
  return new Map([...lists].map(([address, same]) => [address, same.flatMap((list) => list.questions)]));
}

/** One for all ways to write an address: encoded or not, with a slash at the end of the path or without. */
function addressOf(written: string): string {
  const [path = '', ...anchor] = written.split('#');
  const page = decodeUrl(withoutSlash(path));
  return anchor.length === 0 ? page : `${page}#${decodeUrl(anchor.join('#'))}`;
}

function pageOf(address: string): string {
  return addressOf(address.replace(/#.*$/s, ''));
}
