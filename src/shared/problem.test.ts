import { expect, test } from 'vitest';
import { formatProblem, sortProblems } from './problem.ts';

const problem = { code: 'broken-link', severity: 'error', message: 'No page at /docs/x.' } as const;

test('formats a problem as file:line: message', () => {
  expect(formatProblem({ ...problem, file: 'docs/a.md', line: 3 })).toBe('docs/a.md:3: No page at /docs/x.');
  expect(formatProblem({ ...problem, file: 'docs/a.md', line: 3, column: 7 })).toBe(
    'docs/a.md:3:7: No page at /docs/x.',
  );
});

test('marks a warning', () => {
  expect(formatProblem({ ...problem, severity: 'warning', file: 'docs/a.md' })).toBe(
    'docs/a.md: warning: No page at /docs/x.',
  );
});

test('formats a problem without a file as its message', () => {
  expect(formatProblem(problem)).toBe('No page at /docs/x.');
});

test('sorts problems by file, then by line', () => {
  const createProblemAt = (file: string, line: number) => ({ ...problem, file, line });
  expect(
    sortProblems([createProblemAt('b.md', 1), createProblemAt('a.md', 10), createProblemAt('a.md', 2)]).map(
      (p) => `${p.file}:${p.line}`,
    ),
  ).toEqual(['a.md:2', 'a.md:10', 'b.md:1']);
});
