/** A stream of numbers that is the same for the same seed, on every machine (mulberry32). */
export interface Random {
  /** 0 to below 1. */
  next(): number;
  /** Whole number, both ends included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const nextNumber = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const pickBetween = (low: number, high: number) => low + Math.floor(nextNumber() * (high - low + 1));
  return {
    next: nextNumber,
    between: pickBetween,
    pick<T>(items: readonly T[]): T {
      const item = items[pickBetween(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    chance: (probability) => nextNumber() < probability,
  };
}
