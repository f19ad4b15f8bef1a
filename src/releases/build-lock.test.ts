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

/** Another process that takes the lock and keeps it until it is killed. */
async function holder() {
  const child = spawn('node', ['--input-type=module', '-e', holdLock, distDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  expect(String(said).trim()).toBe('held');
  return child;
}

test('a second build is told which process holds the lock', async () => {
  const child = await holder();
  const answer = await lockBuild(distDir, { onWait() {}, patienceMs: 0 });
  expect(answer.lock).toBeUndefined();
  expect('holder' in answer && answer.holder.pid).toBe(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('a second build waits for the first one and then goes on', async () => {
  const child = await holder();
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
  lock?.release();
});

test('a killed build leaves no lock behind', async () => {
  const child = await holder();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { lock } = await lockBuild(distDir, { onWait() {}, patienceMs: 0 });
  expect(lock).toBeDefined();
  lock?.release();
});

test('a released lock can be taken again', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { lock } = await lockBuild(distDir, { onWait() {}, patienceMs: 0 });
    expect(lock).toBeDefined();
    lock?.release();
  }
});
