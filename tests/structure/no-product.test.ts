import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/running-site.ts';

const engine = ['package.json', 'bin/**', 'deploy/**', 'docs/**', 'src/**'];

/** Names of the manual's product and of the notations its reference draws. */
const words = /lurana|\bbpa\b|bpmn|dynaform|\bpmf|form-sketch/i;

test("the engine doesn't mention the product or its notations", () => {
  const files = globSync(engine, { cwd: projectDir }).filter((file) =>
    statSync(path.join(projectDir, file)).isFile(),
  );
  expect(files.length).toBeGreaterThan(500);
  const mentions = files.flatMap((file) => {
    const lines = readFileSync(path.join(projectDir, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => (words.test(line) ? `${file}:${index + 1} ${line.trim()}` : []));
  });
  // The packages that read the manual's pictures are installed with the engine while both share a repository.
  expect(mentions.filter((line) => !/^package\.json:\d+ "bpmn(-moddle|lint)":/.test(line))).toEqual([]);
});
