import { type Clause, listClauseWords } from '../query/query.ts';

/** How well a word of the index matches each word of the query, in their order. Undefined if it matches none. */
export type Qualities = (word: number) => Float32Array | undefined;

/** `words` is the size of the vocabulary. The result is valid until the next query. */
export function createQualities(words: number): (terms: readonly Clause[]) => Qualities {
  /** The row of each word. 0 means none. */
  const rowOf = new Uint16Array(words);
  let used: { from: number; to: number }[] = [];

  return (terms) => {
    for (const { from, to } of used) rowOf.fill(0, from, to);
    used = [];
    const rows: (Float32Array | undefined)[] = [undefined];
    const addRow = (row: Float32Array, term: number, quality: number): number => {
      row[term] = quality;
      return rows.push(row) - 1;
    };
    terms.forEach((clause, term) => {
      for (const { words: range, quality } of listClauseWords(clause)) {
        used.push(range);
        // Words with the same beginning share a row, if they shared one before.
        const raised = new Map<number, number>();
        for (let word = range.from; word < range.to; word += 1) {
          const before = rowOf[word] ?? 0;
          const row = rows[before];
          if (row && (row[term] ?? 0) >= quality) continue;
          const after =
            raised.get(before) ?? addRow(row?.slice() ?? new Float32Array(terms.length), term, quality);
          raised.set(before, after);
          rowOf[word] = after;
        }
      }
    });
    return (word) => rows[rowOf[word] ?? 0];
  };
}
