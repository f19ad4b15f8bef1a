import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { projectDir } from '../../testing/running-site.ts';

const report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});

interface Problem {
  file: string;
  line: number;
  code: string;
}

/** `file:line rule` of everything that the linter finds. */
function lint(...files: string[]): Problem[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(projectDir, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format', 'json', ...files],
    { cwd: projectDir, encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  expect(stderr).toBe('');
  return report.parse(JSON.parse(stdout)).diagnostics.map(({ code, filename, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 0,
    code,
  }));
}

const fixture = 'tests/structure/promises/floating.ts';
const handled = 'tests/structure/promises/handled.ts';

/** The linter resolves the types of the whole project each time it starts, so it starts once for all tests. */
let problems: Problem[];
beforeAll(() => {
  problems = lint('src', 'bin', 'site', 'docs', 'tools', fixture, handled);
});
const findProblems = (fileName: string) => problems.filter(({ file }) => file === fileName);

test('the program leaves no promise without a handler', () => {
  expect(problems.filter(({ file }) => ![fixture, handled].includes(file))).toEqual([]);
});

test('the linter finds each kind of unhandled promise, and no fault in handled ones', () => {
  const lines = readFileSync(path.join(projectDir, fixture), 'utf8').split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('export ') ? [index + 1] : []));
  const functions = findProblems(fixture).map(({ line }) => starts.findLast((start) => start <= line));
  expect([...new Set(functions)].sort()).toEqual(starts.sort());
  expect(findProblems(handled)).toEqual([]);
});
