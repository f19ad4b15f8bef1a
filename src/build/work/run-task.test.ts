import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runTask } from './run-task.ts';

/** A program that answers tasks with this code. */
function program(work: string): URL {
  const folder = mkdtempSync(path.join(tmpdir(), 'task-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'program.mjs');
  const answerTask = new URL('./answer-task.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { answerTask } from '${answerTask}';\nanswerTask(async (task) => { ${work} });\n`,
  );
  return pathToFileURL(file);
}

test('another process answers the task, and then ends', async () => {
  const answer = await runTask<{ doubled: number; pid: number }>(
    program('setInterval(() => {}, 1000); return { doubled: 2 * task.number, pid: process.pid };'),
    { number: 21 },
  );
  expect(answer.doubled).toBe(42);
  expect(answer.pid).not.toBe(process.pid);
  const isThere = () => {
    try {
      return process.kill(answer.pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere).toBe(false);
});

test('rejects with the error of the process, or if it ends without an answer', async () => {
  await expect(runTask(program('throw new TypeError("no such part");'), {})).rejects.toThrow(
    new TypeError('no such part'),
  );
  await expect(runTask(program('process.exit(3);'), {})).rejects.toThrow(/program\.mjs ended with 3 /);
});
