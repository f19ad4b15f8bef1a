import path from 'node:path';
import { expect, test } from 'vitest';
import { describeBudget, isOver, measureBudgets } from '../../src/build/budgets.ts';
import { checkContent } from '../../src/build/check-content.ts';
import { formatProblem } from '../../src/shared/problem.ts';
import { isBuiltForAll, ownManual } from '../../testing/manuals.ts';
import { createDocsEnvironment } from '../../testing/prepare-docs.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('words, samples and reference data of the documentation keep to their rules', async () => {
  // The build compiles the articles of the manual.
  await isBuiltForAll(ownManual);
  const { content, siteProblems: siteFindings } = await checkContent(createDocsEnvironment(), root);
  expect(content.filter(({ severity }) => severity === 'error').map(formatProblem)).toEqual([]);
  expect(siteFindings?.filter(({ severity }) => severity === 'error').map(formatProblem)).toEqual([]);
});

test('the built documentation stays within its budgets', async () => {
  await isBuiltForAll(ownManual);
  const budgets = measureBudgets(ownManual.DIST_DIR);
  expect(budgets?.length).toBeGreaterThan(0);
  expect(budgets?.filter(isOver).map(describeBudget)).toEqual([]);
});
