import { levels, type SearchRecord } from './record.ts';
import { formsIn, otherSpellings, symbolsOf } from './words.ts';

/** The words of a record as the index has them, separated by blanks. */
export interface IndexedRecord {
  heading: string;
  title: string;
  body: string;
  /** Columns of the index: heading, parents, body, about, asked. */
  columns: readonly [heading: string, parents: string, body: string, about: string, asked: string];
}

interface IndexedText {
  words: string;
  extra: string;
}

/** A page's headings stand above all of its records: each is taken apart once. */
export function createWordReader(): (record: SearchRecord) => IndexedRecord {
  const cache = new Map<string, IndexedText>();
  const cached = (text: string): IndexedText => {
    const known = cache.get(text);
    if (known) return known;
    const made = indexedText(text);
    cache.set(text, made);
    return made;
  };
  return (record) => {
    const above = levels.map((level) => record.hierarchy[level]).filter((text) => text !== null);
    const isHeading = record.type !== 'content';
    const parents = (isHeading ? above.slice(1, -1) : above.slice(1)).map(cached);
    const heading = cached(above.at(-1) ?? '');
    const body = indexedText(record.content ?? '');
    const about = `${all(indexedText(record.about))} ${all(cached(record.hierarchy.lvl0))}`;
    return {
      heading: heading.words,
      title: cached(record.hierarchy.lvl1).words,
      body: body.words,
      columns: [
        isHeading ? all(heading) : '',
        parents.map(all).join(' '),
        all(body),
        about,
        all(indexedText(record.asked.join(' \n'))),
      ],
    };
  };
}

/** Every word of the record once. */
export function differentWords({ columns }: IndexedRecord): Set<string> {
  const words = new Set(columns.flatMap((column) => column.split(' ')));
  words.delete('');
  return words;
}

function indexedText(text: string): IndexedText {
  return { words: formsIn(text).join(' '), extra: [...otherSpellings(text), ...symbolsOf(text)].join(' ') };
}

function all(text: IndexedText): string {
  return text.extra === '' ? text.words : `${text.words} ${text.extra}`;
}
