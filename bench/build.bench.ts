import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { generateDocs } from '../testing/generated-docs/generate-docs.ts';
import type { Bench, Figure } from './bench.ts';
import { type MeasuredRun, measureRun } from './support/measured-run.ts';

const sizes = [150, 2_000, 10_000];
/** Budgets of DESIGN for 2,000 pages. */
const budgets = { cold: 30, unchanged: 1.5, edit: 2, peakMB: 1_000 };

/** Builds the folder from nothing (the UI's bundle included), then unchanged, then with one page edited. */
export const buildBench: Bench = {
  name: 'build',
  about: 'Build of a generated folder: whole process, with the start of Node',
  async run({ folder, say }) {
    const figures: Figure[] = [];
    for (const pages of sizes) {
      const root = folder();
      const docs = path.join(root, 'docs');
      const { files } = generateDocs(docs, pages);
      const build = (what: string): Promise<MeasuredRun> => {
        say(`${pages} pages, ${what}`);
        const args = [docs, path.join(root, 'dist'), path.join(root, 'cache')];
        return measureRun('bench/support/build-once.ts', args, path.join(root, 'peak'));
      };
      const cold = await build('cold');
      const unchangedRun = await build('unchanged');
      appendFileSync(path.join(docs, files[Math.floor(pages / 2)] ?? ''), '\nOne more sentence.\n');
      const edit = await build('one edit');
      const { compiled, rendered }: { compiled: number; rendered: number } = JSON.parse(edit.output);
      const limit = (value: number) =>
        pages === 2_000 ? { budget: { limit: value, kind: 'below' as const } } : {};
      const nameRow = (what: string) => `${pages} pages, ${what}`;
      figures.push(
        { what: nameRow('cold'), value: cold.seconds, unit: 's', ...limit(budgets.cold) },
        { what: nameRow('cold, each page'), value: (cold.seconds * 1000) / pages, unit: 'ms' },
        { what: nameRow('cold, peak memory'), value: cold.peakMB, unit: 'MB', ...limit(budgets.peakMB) },
        { what: nameRow('unchanged'), value: unchangedRun.seconds, unit: 's', ...limit(budgets.unchanged) },
        {
          what: nameRow('unchanged, peak memory'),
          value: unchangedRun.peakMB,
          unit: 'MB',
          ...limit(budgets.peakMB),
        },
        {
          what: nameRow('one edit'),
          value: edit.seconds,
          unit: 's',
          ...limit(budgets.edit),
          note: `${compiled} compiled, ${rendered} rendered`,
        },
        { what: nameRow('one edit, peak memory'), value: edit.peakMB, unit: 'MB', ...limit(budgets.peakMB) },
      );
    }
    return figures;
  },
};
