/** One subject of `npm run bench`, in a file of its own. */
export interface Bench {
  /** The name on the command line. */
  name: string;
  about: string;
  /** The benchmark takes too long to run with the others. It runs only by name. */
  whenNamed?: true;
  run(tools: BenchTools): Promise<Figure[]>;
}

export interface BenchTools {
  /** Says what is being measured; goes to standard error. */
  say(line: string): void;
  /** An empty folder that is removed at the end. */
  folder(): string;
}

export interface Figure {
  what: string;
  value: number;
  unit: 'min' | 's' | 'ms' | 'µs' | 'MB' | 'kB' | '/s' | '';
  /** Value of a control in the same run. */
  control?: number;
  /** Budget of DESIGN, in the same unit. `above` means that the value must not be lower. */
  budget?: { limit: number; kind: 'below' | 'above' };
  /** An explanation of the number. */
  note?: string;
}

export function isWithinBudget({ value, budget }: Figure): boolean | undefined {
  if (!budget) return undefined;
  return budget.kind === 'below' ? value <= budget.limit : value >= budget.limit;
}

/** Returns the quantile `q`, from 0 to 1, of the samples. */
export function computeQuantile(samples: readonly number[], q: number): number {
  const sortedSamples = samples.toSorted((a, b) => a - b);
  return (
    sortedSamples[Math.min(sortedSamples.length - 1, Math.floor(q * sortedSamples.length))] ?? Number.NaN
  );
}

export function computeMedian(samples: readonly number[]): number {
  return computeQuantile(samples, 0.5);
}
