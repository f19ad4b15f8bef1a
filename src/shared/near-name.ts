import { distance } from 'fastest-levenshtein';

/** The candidate that a mistyped name most likely meant, if one is near enough to be worth naming. */
export function nearName(name: string, candidates: Iterable<string>): string | undefined {
  // Two fifths of the last part: of a long path only its end is a name.
  const allowed = Math.max(1, Math.ceil((name.length - name.lastIndexOf('/') - 1) * 0.4));
  let best: string | undefined;
  let bestDistance = allowed + 1;
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

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearName(name, candidates);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}
