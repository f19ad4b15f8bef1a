import { removeSlash } from '../../content/links/permalinks.ts';
import type { AddressQuestions, Site } from '../../model/site.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { decodeUrl } from '../../shared/decode.ts';
import type { SearchRecord } from './record.ts';

/** Questions that readers ask about a page, by the normalised address that answers them. */
type PageQuestions = ReadonlyMap<string, readonly string[]>;

/** Groups the files in `_questions` by page. The path of a page is written as in the site. */
export function groupQuestions({ questions }: Pick<Site, 'questions'>): (path: string) => PageQuestions {
  const pages = Map.groupBy(questions, ({ address }) => removeFragment(address));
  return (path) => groupByAddress(pages.get(removeFragment(path)) ?? []);
}

/** Adds each question to the first record of its address. */
export function addQuestions(records: readonly SearchRecord[], questions: PageQuestions): SearchRecord[] {
  const due = new Map(questions);
  return records.map((record) => {
    const address = normaliseTarget(record.url);
    const pageQuestions = due.get(address);
    due.delete(address);
    return pageQuestions ? { ...record, questions: [...pageQuestions] } : record;
  });
}

function groupByAddress(addresses: readonly AddressQuestions[]): PageQuestions {
  const lists = Map.groupBy(addresses, ({ address }) => normaliseTarget(address));
  return new Map(
    [...lists].map(([address, listsOfAddress]) => [
      address,
      listsOfAddress.flatMap((list) => list.questions),
    ]),
  );
}

/** Normalises an address, which may be encoded or not and may have a slash at the end of its path. */
function normaliseTarget(address: string): string {
  const [path = '', ...anchor] = address.split('#');
  const page = toCanonicalText(decodeUrl(removeSlash(path)));
  return anchor.length === 0 ? page : `${page}#${toCanonicalText(decodeUrl(anchor.join('#')))}`;
}

function removeFragment(address: string): string {
  return normaliseTarget(address.replace(/#.*$/s, ''));
}
