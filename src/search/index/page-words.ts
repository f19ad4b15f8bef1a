import { levels, type RecordType } from './record.ts';
import type { Block, SectionWords, TextWords } from './section.ts';

/** Of a record, as a number: `content` is 0, `lvl1` is 1. */
export const recordTypes: readonly RecordType[] = ['content', ...levels.filter((level) => level !== 'lvl0')];

/**
 * The words of a page, as numbers of the vocabulary: of its title how many and which; then of each section the
 * heading, parents, about and questions, how many records it has, and of each its type and body. A text is how many
 * words are written, how many are other spellings, then the words. `section-table.ts` reads them back.
 */
export interface PageWords {
  bytes: Uint8Array;
  /** How many texts and words there are. */
  texts: number;
  words: number;
}

export function packPageWords(
  title: TextWords,
  sections: readonly { words: SectionWords; blocks: readonly Block[] }[],
  numberOf: (word: string) => number,
): PageWords {
  const numbers = [title.written.length, ...title.written.map(numberOf)];
  let [texts, words] = [0, 0];
  const add = ({ written, others }: TextWords) => {
    numbers.push(written.length, others.length);
    for (const word of written) numbers.push(numberOf(word));
    for (const word of others) numbers.push(numberOf(word));
    texts += 1;
    words += written.length + others.length;
  };
  for (const { words: own, blocks } of sections) {
    for (const text of [own.heading, own.parents, own.about, own.questions]) add(text);
    numbers.push(blocks.length);
    blocks.forEach(({ type }, at) => {
      numbers.push(recordTypes.indexOf(type));
      const body = own.bodies[at];
      if (body) add(body);
    });
  }
  return { bytes: varints(numbers), texts, words };
}

/** LEB128: seven bits a byte, the lowest first. */
function varints(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    while (rest >= 0x80) {
      bytes.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** Reads the numbers, one after the other. */
export function numbersIn(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
  };
}
