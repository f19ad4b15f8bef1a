import type { DatabaseSync } from 'node:sqlite';

/** Columns of a record, as the index has their words. */
export const COLUMNS = 5;
/** The last of them. */
export const ASKED = 4;

/**
 * The words of all records, one after the other, and where each word stands among them: 12 bytes for each word of
 * the documentation, in each thread. Records are counted from 0, in the order of the site.
 */
export interface WordPlaces {
  records: number;
  /** Numbers of the words, in their order. */
  words: Int32Array;
  /** Which record each of them stands in. */
  recordAt: Int32Array;
  /** Where column `c` of record `r` begins: `starts[COLUMNS * r + c]`; where it ends: the next one. */
  starts: Int32Array;
  /** Places of a word among all, ascending. */
  placesOf(number: number): Int32Array;
  numberOf(word: string): number | undefined;
  numbersStarting(prefix: string): number[];
}

/** Numbers of words as a page keeps them: for each of its records how many stand in each column, then which. */
export function packWords(records: readonly (readonly number[])[][]): Uint8Array {
  const numbers = records.flatMap((columns) => [
    ...columns.map((column) => column.length),
    ...columns.flat(),
  ]);
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

export function readWordPlaces(db: DatabaseSync): WordPlaces {
  const pages = db
    .prepare('SELECT last - first + 1 AS records, words FROM pages ORDER BY place')
    .all()
    .map(({ records, words }) => ({ records: Number(records), numbers: unpacked(words) }));
  const records = pages.reduce((sum, page) => sum + page.records, 0);
  const size = pages.reduce((sum, page) => sum + page.numbers.length - COLUMNS * page.records, 0);
  const words = new Int32Array(size);
  const recordAt = new Int32Array(size);
  const starts = new Int32Array(COLUMNS * records + 1);
  let [record, end] = [0, 0];
  for (const { records: own, numbers } of pages) {
    let at = 0;
    for (const until = record + own; record < until; record += 1) {
      const begin = end;
      const first = at + COLUMNS;
      for (let column = 0; column < COLUMNS; column += 1) {
        starts[COLUMNS * record + column] = end;
        end += numbers[at + column] ?? 0;
      }
      at = first + end - begin;
      words.set(numbers.subarray(first, at), begin);
      recordAt.fill(record, begin, end);
    }
  }
  starts[COLUMNS * records] = end;
  return { records, words, recordAt, starts, ...lookUp(db, words) };
}

type LookUp = Pick<WordPlaces, 'placesOf' | 'numberOf' | 'numbersStarting'>;

function lookUp(db: DatabaseSync, words: Int32Array): LookUp {
  const rows = db.prepare('SELECT id, word FROM vocabulary').all();
  const vocabulary = rows.map(({ id, word }) => ({ number: Number(id), word: String(word) }));
  vocabulary.sort((a, b) => (a.word < b.word ? -1 : 1));
  const highest = vocabulary.reduce((most, { number }) => Math.max(most, number), 0);

  // Counted first, then each word's places go where those of the words before it end.
  const ends = new Int32Array(highest + 1);
  for (const word of words) ends[word] = (ends[word] ?? 0) + 1;
  let sum = 0;
  ends.forEach((count, number) => {
    ends[number] = sum;
    sum += count;
  });
  const places = new Int32Array(words.length);
  words.forEach((word, place) => {
    const next = ends[word] ?? 0;
    places[next] = place;
    ends[word] = next + 1;
  });

  /** Of the first word that is not before this one. */
  function from(word: string): number {
    let [low, high] = [0, vocabulary.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((vocabulary[middle]?.word ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    placesOf: (number) => places.subarray(number === 0 ? 0 : ends[number - 1], ends[number]),
    numberOf(word) {
      const found = vocabulary[from(word)];
      return found?.word === word ? found.number : undefined;
    },
    numbersStarting(prefix) {
      const numbers: number[] = [];
      for (let at = from(prefix); vocabulary[at]?.word.startsWith(prefix); at += 1) {
        numbers.push(vocabulary[at]?.number ?? 0);
      }
      return numbers;
    },
  };
}

function unpacked(blob: unknown): Int32Array {
  return blob instanceof Uint8Array
    ? new Int32Array(blob.buffer, blob.byteOffset, blob.length / 4)
    : new Int32Array();
}
