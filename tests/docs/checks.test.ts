import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runChecks } from '../../src/checks/run-checks.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { formatProblem } from '../../src/content/problem.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('words, samples and reference data of the documentation keep to their rules', async () => {
  const { environment } = readEnvironment({}, root);
  if (!environment) throw new Error('The environment of the test is not valid.');
  const problems = await runChecks(root, environment);
  expect(problems.filter(({ severity }) => severity === 'error').map(formatProblem)).toEqual([]);
}, 600_000);
