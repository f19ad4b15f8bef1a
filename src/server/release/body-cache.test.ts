import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBodyCache } from './body-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bodies-'));
  for (const name of ['a', 'b', 'c']) await writeFile(path.join(folder, name), name.repeat(10));
  await writeFile(path.join(folder, 'large'), 'x'.repeat(100));
});
afterEach(() => rm(folder, { recursive: true }));

const resolveInFolder = (name: string) => path.join(folder, name);
const takeAll = async () => {};

test('a file is read from disk once', async () => {
  const bodies = createBodyCache();
  expect(String(await bodies.read(resolveInFolder('a'), takeAll))).toBe('aaaaaaaaaa');
  await unlink(resolveInFolder('a'));
  expect(String(bodies.read(resolveInFolder('a'), takeAll))).toBe('aaaaaaaaaa');
});

test('concurrent requests share one read', async () => {
  const bodies = createBodyCache();
  const [first, second] = [
    bodies.read(resolveInFolder('a'), takeAll),
    bodies.read(resolveInFolder('a'), takeAll),
  ];
  expect(first).toBe(second);
  expect(await first).toBe(await second);
  expect(bodies.cachedBytes).toBe(10);
});

test('the most recently used files stay, within the limit', async () => {
  const bodies = createBodyCache({ maxBytes: 25 });
  await bodies.read(resolveInFolder('a'), takeAll);
  await bodies.read(resolveInFolder('b'), takeAll);
  bodies.read(resolveInFolder('a'), takeAll);
  await bodies.read(resolveInFolder('c'), takeAll);
  expect(bodies.cachedBytes).toBe(20);
  expect(bodies.read(resolveInFolder('a'), takeAll)).toBeInstanceOf(Buffer);
  expect(bodies.read(resolveInFolder('b'), takeAll)).toBeInstanceOf(Promise);
});

test('a file above the limit is returned and not cached', async () => {
  const bodies = createBodyCache({ maxBytes: 50 });
  await bodies.read(resolveInFolder('a'), takeAll);
  expect((await bodies.read(resolveInFolder('large'), takeAll)).length).toBe(100);
  expect(bodies.cachedBytes).toBe(10);
});

test('a missing file is an error each time, until it exists', async () => {
  const bodies = createBodyCache();
  await expect(bodies.read(resolveInFolder('new'), takeAll)).rejects.toThrow('ENOENT');
  await writeFile(resolveInFolder('new'), 'now');
  expect(String(await bodies.read(resolveInFolder('new'), takeAll))).toBe('now');
});

test('a damaged file is an error each time, until it is repaired', async () => {
  const bodies = createBodyCache();
  const expectA = async (body: Buffer) => {
    if (String(body) !== 'a'.repeat(10)) throw new Error('damaged');
  };
  await writeFile(resolveInFolder('a'), 'aaa');
  await expect(bodies.read(resolveInFolder('a'), expectA)).rejects.toThrow('damaged');
  await expect(bodies.read(resolveInFolder('a'), expectA)).rejects.toThrow('damaged');
  expect(bodies.cachedBytes).toBe(0);
  await writeFile(resolveInFolder('a'), 'a'.repeat(10));
  expect(String(await bodies.read(resolveInFolder('a'), expectA))).toBe('aaaaaaaaaa');
});
