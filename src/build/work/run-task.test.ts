import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runTask } from './run-task.ts';

/** A program that answers tasks with this code. */
function writeProgram(work: string): URL {
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

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('another process answers the task, and then ends', async () => {
  const answer = await runTask<{ doubled: number; pid: number }>(
    writeProgram('setInterval(() => {}, 1000); return { doubled: 2 * task.number, pid: process.pid };'),
    { number: 21 },
  );
  expect(answer.doubled).toBe(42);
  expect(answer.pid).not.toBe(process.pid);
  await expect.poll(() => isRunning(answer.pid)).toBe(false);
});

test('a process that is kept answers the next task of its program', async () => {
  const counter = writeProgram(
    'globalThis.tasks = (globalThis.tasks ?? 0) + 1; return [process.pid, tasks];',
  );
  const count = (keepsProcess: boolean) =>
    runTask<[pid: number, tasks: number]>(counter, {}, { keepsProcess });
  const [pid, tasks] = await count(true);
  expect(tasks).toBe(1);
  expect(await count(true)).toEqual([pid, 2]);
  // Two tasks at once have a process each, and only one of the two is kept.
  const pids = (await Promise.all([count(true), count(true)])).map(([one]) => one);
  expect(new Set(pids).size).toBe(2);
  await expect.poll(() => pids.filter(isRunning).length).toBe(1);
  const [lastPid] = await count(false);
  expect(pids).toContain(lastPid);
  await expect.poll(() => isRunning(lastPid)).toBe(false);
  expect((await count(false))[1]).toBe(1);
});

test('starts a process for a task if the one that was kept has ended', async () => {
  const teller = writeProgram('return process.pid;');
  const pid = await runTask<number>(teller, {}, { keepsProcess: true });
  process.kill(pid);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(await runTask<number>(teller, {})).not.toBe(pid);
});

test('rejects with the error of the process, or if it ends without an answer', async () => {
  await expect(runTask(writeProgram('throw new TypeError("no such part");'), {})).rejects.toThrow(
    new TypeError('no such part'),
  );
  await expect(runTask(writeProgram('process.exit(3);'), {})).rejects.toThrow(/program\.mjs ended with 3 /);
});
