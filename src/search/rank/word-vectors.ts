import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Vectors of common English words. Words of similar meaning have similar directions. */
interface WordVectors {
  dimensions: number;
  /** The number of vectors. They are numbered from 0. */
  count: number;
  /** The vector of a word in lower case. Undefined for an uncommon word. */
  findVector(word: string): Int8Array | undefined;
  /** Finds the number of a word in lower case. Undefined for an uncommon word. */
  findNumber(word: string): number | undefined;
  /** Adds the vector of the word with this number to a sum of as many dimensions. */
  addVector(number: number, sum: Int32Array): void;
  /** Returns the scalar product of the vector of the word with this number and a sum of vectors. */
  multiply(number: number, sum: Int32Array): number;
}

const FILE = path.join(import.meta.dirname, 'english-vectors.bin');
const HEADER_BYTES = 8;

let english: WordVectors | undefined;

/**
 * The vectors of English, read once per thread. `tools/word-vectors.ts` makes the file with the Universal Sentence Encoder
 * Lite (Apache-2.0).
 */
export function loadEnglishVectors(): WordVectors {
  english ??= readWordVectors(readFileSync(FILE));
  return english;
}

/**
 * The file has the number of dimensions and the number of bytes of the word list, each as 32 bits with the lowest byte
 * first, then the words, one per line, then a signed byte for each dimension of each word.
 */
function readWordVectors(file: Uint8Array): WordVectors {
  const header = new DataView(file.buffer, file.byteOffset, HEADER_BYTES);
  const dimensions = header.getUint32(0, true);
  const start = HEADER_BYTES + header.getUint32(4, true);
  const words = new TextDecoder().decode(file.subarray(HEADER_BYTES, start)).split('\n');
  const numbers = new Map(words.map((word, number) => [word, number]));
  const values = new Int8Array(file.buffer, file.byteOffset + start, words.length * dimensions);
  return {
    dimensions,
    count: words.length,
    findVector(word) {
      const number = numbers.get(word);
      return number === undefined
        ? undefined
        : values.subarray(number * dimensions, (number + 1) * dimensions);
    },
    findNumber: (word) => numbers.get(word),
    addVector(number, sum) {
      const first = number * dimensions;
      for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (values[first + at] ?? 0);
    },
    multiply(number, sum) {
      const first = number * dimensions;
      let product = 0;
      for (let at = 0; at < dimensions; at += 1) product += (sum[at] ?? 0) * (values[first + at] ?? 0);
      return product;
    },
  };
}
