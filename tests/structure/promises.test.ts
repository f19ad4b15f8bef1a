import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
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

/** `file:line rule` of everything that the linter finds. */
function lint(...files: string[]): { file: string; line: number; code: string }[] {
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

test('the program leaves no promise without a handler', { timeout: 180_000 }, () => {
  expect(lint('src', 'bin', 'site', 'docs')).toEqual([]);
});

test('the linter finds every way to leave one, and nothing in what handles them', () => {
  const fixture = 'tests/structure/promises/floating.ts';
  const lines = readFileSync(path.join(projectDir, fixture), 'utf8').split('\n');
  const starts = lines.flatMap((line, at) => (line.startsWith('export ') ? [at + 1] : []));
  const found = lint(fixture);
  const functions = found.map(({ line }) => starts.findLast((start) => start <= line));
  expect([...new Set(functions)].sort()).toEqual(starts.sort());
  expect(lint('tests/structure/promises/handled.ts')).toEqual([]);
});
