/**
 * Misspellings by symmetric deletion: a word of the index and a misspelt query meet where both, with a letter
 * or two left out, give the same form. Only the first letters take part, which keeps the map small; whoever
 * meets there is measured in full.
 */
const PREFIX_LETTERS = 7;
const TWO_EDITS_FROM_LETTERS = 8;
const ONE_EDIT_FROM_LETTERS = 3;

/** Edits forgiven in a word of this length. */
export function editsAllowed(letters: number): 0 | 1 | 2 {
  if (letters >= TWO_EDITS_FROM_LETTERS) return 2;
  return letters >= ONE_EDIT_FROM_LETTERS ? 1 : 0;
}

/** The word's beginning with up to `edits` letters left out, itself included. */
export function deletions(word: string, edits: number): Set<string> {
  const start = word.slice(0, PREFIX_LETTERS);
  const forms = new Set([start]);
  let last = [start];
  for (let round = 0; round < edits; round += 1) {
    const next: string[] = [];
    for (const form of last) {
      for (let index = 0; index < form.length; index += 1) {
        const shorter = form.slice(0, index) + form.slice(index + 1);
        if (shorter.length < 2 || forms.has(shorter)) continue;
        forms.add(shorter);
        next.push(shorter);
      }
    }
    last = next;
  }
  return forms;
}

/** 32-bit FNV-1a, signed: the key under which a form is stored. Meetings by chance are sorted out by measuring. */
export function formKey(form: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < form.length; index += 1) {
    hash = Math.imul(hash ^ form.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

/**
 * Letters changed, missing, added or swapped between two words, at most `limit`; more is `limit + 1`.
 * With `asPrefix`, between the first word and the nearest beginning of the second.
 */
export function editDistance(from: string, to: string, limit: number, asPrefix = false): number {
  if (!asPrefix && Math.abs(from.length - to.length) > limit) return limit + 1;
  const width = asPrefix ? Math.min(to.length, from.length + limit) : to.length;
  let before: number[] = [];
  let previous = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + same,
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, at(before, column - 2) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  const distance = asPrefix ? Math.min(...previous) : at(previous, width);
  return Math.min(distance, limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
