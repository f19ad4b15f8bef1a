/**
 * Returns the share of pairs in which the value of the first list is larger (the rank-sum statistic). Equal
 * values count half. 0.5 means that the lists are indistinguishable.
 */
export function computePartSlower(first: readonly number[], second: readonly number[]): number {
  const sortedTimes = second.toSorted((a, b) => a - b);
  let larger = 0;
  for (const value of first)
    larger += (countBelow(sortedTimes, value) + countBelow(sortedTimes, value, true)) / 2;
  return larger / (first.length * second.length);
}

/** Returns how far from 0.5 that share is by chance alone, in 19 of 20 runs. */
export function computeChance({ length: n }: readonly number[], { length: m }: readonly number[]): number {
  return 2 * Math.sqrt((n + m + 1) / (12 * n * m));
}

/** Counts the smaller values. With `orEqual`, equal values count, too. */
function countBelow(sortedTimes: readonly number[], value: number, orEqual = false): number {
  let [low, high] = [0, sortedTimes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const medianBound = sortedTimes[middle] ?? 0;
    if (orEqual ? medianBound <= value : medianBound < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
