import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listErrors, TestSite } from '../../testing/test-site.ts';
import { type Budget, describeBudget, isOver, measureBudgets } from './budgets.ts';

let site: TestSite;
beforeAll(async () => {
  const documents = Array.from({ length: 40 }, (_, index) => [
    `docs/page-${index}.md`,
    `# Page ${index}\n\nSome words.\n`,
  ]);
  site = new TestSite(Object.fromEntries(documents));
  expect(listErrors(await site.build())).toEqual([]);
});
afterAll(() => site[Symbol.dispose]());

test('an article page of a small site keeps every budget', () => {
  const budgets = measureBudgets(site.distDir) ?? [];
  expect(budgets).toHaveLength(4);
  expect(budgets.filter(isOver).map(describeBudget)).toEqual([]);
  for (const { measured } of budgets) expect(measured).toBeGreaterThan(0);
});

test('measures nothing without a build', () => {
  expect(measureBudgets(path.join(site.root, 'nowhere'))).toBeUndefined();
});

test('describes by how much a budget is exceeded, and on which page', () => {
  const budget: Budget = { name: 'script', measured: 80_000, limit: 75_000, unit: 'bytes', page: '/docs/a' };
  expect(isOver(budget)).toBe(true);
  expect(describeBudget(budget)).toBe('OVER script: 80.0 kB of 75.0 kB (/docs/a)');
});
