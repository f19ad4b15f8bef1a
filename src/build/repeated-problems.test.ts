import { describe, expect, test } from 'vitest';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { joinRepeatedProblems } from './repeated-problems.ts';

describe('joins problems that many files have in common', () => {
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
    expect(joinRepeatedProblems([...problems.toReversed(), ...problems]).map(formatProblem)).toEqual([
      'docs/a.md:2: warning: Remove <meta>. 3 more files have the same: docs/b.md:2, docs/c.md:2, docs/d.md:2.',
    ]);
  });

  test('counts the files that are too many to name', () => {
    const [joinedWarning] = joinRepeatedProblems(files.map((file) => warn(file, 'Remove <meta>.')));
    expect(joinedWarning?.message).toMatch(
      /^Remove <meta>\. 14 more files have the same: docs\/b\.md:2, .* and 4 more\.$/,
    );
  });

  test.each(['admonition-code', 'missing-import', 'missing-package', 'unknown-import'])(
    'joins errors of the kind %s, because one change fixes them all',
    (code) => {
      const problems = files.map((file) => ({ ...warn(file, 'Install it.', 'error'), code }));
      expect(joinRepeatedProblems([...problems, ...problems]).map(formatProblem)).toEqual([
        expect.stringMatching(/^docs\/a\.md:2: Install it\. 14 more files have the same: .* and 4 more\.$/),
      ]);
    },
  );

  test('joins no error with a warning', () => {
    const problems = files.slice(0, 6).map((file, index) => ({
      ...warn(file, 'Install it.', index < 3 ? 'error' : 'warning'),
      code: 'missing-package',
    }));
    expect(joinRepeatedProblems(problems)).toHaveLength(6);
  });

  test('leaves other errors, single warnings and different warnings as they are', () => {
    const problems = [
      ...files.map((file) => warn(file, 'This file is broken.', 'error')),
      ...files.slice(0, 3).map((file) => warn(file, 'Remove <link>.')),
      ...files.map((file) => warn(file, `Remove ${file}.`)),
      { code: 'x', severity: 'warning', message: 'No file.' } as const,
    ];
    expect(joinRepeatedProblems(problems)).toHaveLength(problems.length);
  });
});
