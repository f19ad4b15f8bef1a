import type { SampleRun } from '../../testing/code-samples.ts';

/** A promise of the text around a sample. */
export interface Promised {
  check: (run: SampleRun) => unknown;
  isMobile?: boolean;
  confirms?: boolean;
  mode?: 'edit' | 'view';
}

/** The statements of each page, in the order of the page. */
export type PromisedByPage = Readonly<Record<string, readonly Promised[]>>;

export const says = (check: (run: SampleRun) => unknown): Promised => ({ check });

export const click = (run: SampleRun, id: string) => run.click(id);
export const grid = (run: SampleRun) => run.field('items').grid;
export const rows = (run: SampleRun) => grid(run)?.rows.map((row) => row.map(({ value }) => value));
