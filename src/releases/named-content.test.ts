import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkNamedFile, hashFileForName, hashForFileName, isNamedFileIntact } from './named-content.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'named-content-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file with this content, and the hash of the content in its name. */
function writeNamed(content: Uint8Array): string {
  const file = path.join(folder, `search.${hashForFileName(content)}.db`);
  writeFileSync(file, content);
  return file;
}

const chunk = 256 << 10;

describe.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk + 7])('a file of %i bytes', (size) => {
  test('has the hash of its content', async () => {
    const content = randomBytes(size);
    const file = writeNamed(content);
    expect(hashFileForName(file)).toBe(hashForFileName(content));
    expect(isNamedFileIntact(file)).toBe(true);
    expect(await checkNamedFile(file)).toBe(true);
  });

  test.each(['first', 'last'])('is found altered by its %s byte', async (place) => {
    const content = Buffer.from([...randomBytes(size), 0]);
    const file = writeNamed(content);
    const index = place === 'first' ? 0 : content.length - 1;
    content[index] = (content[index] ?? 0) ^ 1;
    writeFileSync(file, content);
    expect(isNamedFileIntact(file)).toBe(false);
    expect(await checkNamedFile(file)).toBe(false);
  });

  test('is found cut off', async () => {
    const content = randomBytes(size + 1);
    const file = writeNamed(content);
    writeFileSync(file, content.subarray(0, size));
    expect(isNamedFileIntact(file)).toBe(false);
    expect(await checkNamedFile(file)).toBe(false);
  });
});

test('a name without a hash of the content says nothing about it', async () => {
  const file = path.join(folder, 'site.json');
  writeFileSync(file, '{}');
  expect(isNamedFileIntact(file)).toBe(true);
  expect(await checkNamedFile(file)).toBe(true);
});

test("a file that can't be read isn't intact, and hashing it says why", async () => {
  const name = 'page.0123456789abcdef.html';
  const missingFile = path.join(folder, name);
  expect(isNamedFileIntact(missingFile)).toBe(false);
  expect(() => hashFileForName(missingFile)).toThrow('ENOENT');
  await expect(checkNamedFile(missingFile)).rejects.toThrow('ENOENT');

  execFileSync('mkfifo', [missingFile]);
  expect(isNamedFileIntact(missingFile)).toBe(false);
  expect(() => hashFileForName(missingFile)).toThrow('is a pipe, not a file');
  await expect(checkNamedFile(missingFile)).rejects.toThrow('is a pipe, not a file');
});
