import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockBuild } from './build-lock.ts';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(path.join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(distDir, { recursive: true }));

const at = new URL('./build-lock.ts', import.meta.url).href;
const holdLock = `
  const { lockBuild } = await import(${JSON.stringify(at)});
  const { lock } = await lockBuild(process.argv[1], { onWait() {}, patienceMs: 0 });
  console.log(lock ? 'held' : 'refused');
  process.stdin.resume();
`;

/** Starts another process that holds the lock until it is killed. */
async function startHolder() {
  // Another Node may be first in `PATH`.
  const child = spawn(process.execPath, ['--input-type=module', '-e', holdLock, distDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(output).trim()).toBe('held');
  return child;
}

test('tells a second build which process holds the lock', async () => {
  const child = await startHolder();
  const answer = await lockBuild(distDir, { onWait() {}, patienceMs: 0 });
  expect(answer.lock).toBeUndefined();
  expect('holder' in answer && answer.holder.pid).toBe(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('lets a second build wait for the first one', async () => {
  const child = await startHolder();
  let waitedFor: number | undefined;
  const { lock } = await lockBuild(distDir, {
    onWait: ({ pid }) => {
      waitedFor = pid;
      child.stdin.end();
    },
    patienceMs: 30_000,
  });
  expect(lock).toBeDefined();
  expect(waitedFor).toBe(child.pid);
  lock?.releaseLock();
});

test('releases the lock of a killed build', async () => {
  const child = await startHolder();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { lock } = await lockBuild(distDir, { onWait() {}, patienceMs: 0 });
  expect(lock).toBeDefined();
  lock?.releaseLock();
});

test('can take a released lock again', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { lock } = await lockBuild(distDir, { onWait() {}, patienceMs: 0 });
    expect(lock).toBeDefined();
    lock?.releaseLock();
  }
});
