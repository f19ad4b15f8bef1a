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
export const findGrid = (run: SampleRun) => run.field('items').grid;
export const listRows = (run: SampleRun) => findGrid(run)?.rows.map((row) => row.map(({ value }) => value));
