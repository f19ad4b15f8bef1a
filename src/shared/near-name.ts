import { distance } from 'fastest-levenshtein';

/** Finds the candidate that a mistyped name most likely meant, if one is near enough. */
export function findNearName(name: string, candidates: Iterable<string>): string | undefined {
  // Two fifths of the last segment may differ. The folders of a long path don't count.
  const allowedDistance = Math.max(1, Math.ceil((name.length - name.lastIndexOf('/') - 1) * 0.4));
  let best: string | undefined;
  let bestDistance = allowedDistance + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const steps = candidate.toLowerCase() === name.toLowerCase() ? 0 : distance(name, candidate);
    if (steps < bestDistance) {
      best = candidate;
      bestDistance = steps;
    }
  }
  return best;
}

/** Returns ` Did you mean "x"?`, or an empty string if no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const similarName = findNearName(name, candidates);
  return similarName === undefined ? '' : ` Did you mean "${similarName}"?`;
}
