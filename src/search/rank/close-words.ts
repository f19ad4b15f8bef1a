import { memoize } from '../../shared/memoize.ts';
import { loadEnglishVectors } from './word-vectors.ts';

const VECTORS_KEPT = 8_192;

/** Normalised vectors of words. */
const vectorOf = memoize(VECTORS_KEPT, (form: string): Float32Array | undefined => {
  const vector = loadEnglishVectors().findVector(form);
  if (vector === undefined) return undefined;
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
});

/** How similar in meaning the closest of these English words is, from 0 to 1. Uncommon words are similar to none. */
export function findCloseness(form: string, candidateForms: readonly string[]): number {
  const vector = vectorOf(form);
  if (vector === undefined) return 0;
  let closest = 0;
  for (const other of candidateForms) {
    const otherVector = vectorOf(other);
    if (otherVector === undefined) continue;
    let product = 0;
    for (let at = 0; at < vector.length; at += 1) product += (vector[at] ?? 0) * (otherVector[at] ?? 0);
    if (product > closest) closest = product;
  }
  return closest;
}
