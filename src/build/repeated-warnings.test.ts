import { describe, expect, test } from 'vitest';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { joinRepeatedWarnings } from './repeated-warnings.ts';

describe('joins warnings that many files have in common', () => {
  const warn = (file: string, message: string, severity: Problem['severity'] = 'warning'): Problem => ({
    code: 'head',
    severity,
    file,
    line: 2,
    message,
  });
  const files = Array.from({ length: 15 }, (_, index) => `docs/${String.fromCharCode(97 + index)}.md`);

  test('joins repeated warnings at the first file, which names the others', () => {
    const problems = files.slice(0, 4).map((file) => warn(file, 'Remove <meta>.'));
    expect(joinRepeatedWarnings([...problems.toReversed(), ...problems]).map(formatProblem)).toEqual([
      'docs/a.md:2: warning: Remove <meta>. 3 more files have the same: docs/b.md:2, docs/c.md:2, docs/d.md:2.',
    ]);
  });

  test('counts the files that are too many to name', () => {
    const [joinedWarning] = joinRepeatedWarnings(files.map((file) => warn(file, 'Remove <meta>.')));
    expect(joinedWarning?.message).toMatch(
      /^Remove <meta>\. 14 more files have the same: docs\/b\.md:2, .* and 4 more\.$/,
    );
  });

  test('leaves errors, single warnings and different warnings as they are', () => {
    const problems = [
      ...files.map((file) => warn(file, 'This file is broken.', 'error')),
      ...files.slice(0, 3).map((file) => warn(file, 'Remove <link>.')),
      ...files.map((file) => warn(file, `Remove ${file}.`)),
      { code: 'x', severity: 'warning', message: 'No file.' } as const,
    ];
    expect(joinRepeatedWarnings(problems)).toHaveLength(problems.length);
  });
});
