import type { Qualities } from './qualities.ts';

/** 1 when all found words of the query are side by side, towards 0 as they are spread. */
export function proximity(body: Int32Array, terms: number, qualities: Qualities): number {
  const seen = new Int32Array(terms).fill(-1);
  let [found, narrowest] = [0, Number.POSITIVE_INFINITY];
  body.forEach((word, at) => {
    const own = qualities(word);
    if (!own) return;
    own.forEach((quality, term) => {
      if (quality === 0) return;
      if (seen[term] === -1) {
        found += 1;
        narrowest = Number.POSITIVE_INFINITY;
      }
      seen[term] = at;
    });
    let first = at;
    for (const place of seen) if (place !== -1 && place < first) first = place;
    narrowest = Math.min(narrowest, at - first + 1);
  });
  return found === 0 ? 0 : (found / terms) * Math.min(1, found / narrowest);
}
