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

const at = (name: string) => path.join(folder, name);

test('a file is read from disk once', async () => {
  const bodies = createBodyCache();
  expect(String(await bodies.read(at('a')))).toBe('aaaaaaaaaa');
  await unlink(at('a'));
  expect(String(bodies.read(at('a')))).toBe('aaaaaaaaaa');
});

test('many who ask at once wait for the same read', async () => {
  const bodies = createBodyCache();
  const [first, second] = [bodies.read(at('a')), bodies.read(at('a'))];
  expect(first).toBe(second);
  expect(await first).toBe(await second);
  expect(bodies.heldBytes).toBe(10);
});

test('the files asked for last stay, within the limit', async () => {
  const bodies = createBodyCache({ maxBytes: 25 });
  await bodies.read(at('a'));
  await bodies.read(at('b'));
  bodies.read(at('a'));
  await bodies.read(at('c'));
  expect(bodies.heldBytes).toBe(20);
  expect(bodies.read(at('a'))).toBeInstanceOf(Buffer);
  expect(bodies.read(at('b'))).toBeInstanceOf(Promise);
});

test('a file above the limit is answered and not kept', async () => {
  const bodies = createBodyCache({ maxBytes: 50 });
  await bodies.read(at('a'));
  expect((await bodies.read(at('large'))).length).toBe(100);
  expect(bodies.heldBytes).toBe(10);
});

test('a file that is not there is an error each time, until it is', async () => {
  const bodies = createBodyCache();
  await expect(bodies.read(at('new'))).rejects.toThrow('ENOENT');
  await writeFile(at('new'), 'now');
  expect(String(await bodies.read(at('new')))).toBe('now');
});
