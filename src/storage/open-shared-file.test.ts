import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openSharedFile } from './open-shared-file.ts';

it('several processes may make the same file at the same moment', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shared-file-'));
  const script = path.join(import.meta.dirname, '../../testing/open-together.ts');
  const codes = await Promise.all(
    ['a', 'b', 'c'].map(async () => {
      const child = spawn(process.execPath, [script, path.join(folder, 'file')], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      return code;
    }),
  );
  expect(codes).toEqual([0, 0, 0]);
  rmSync(folder, { recursive: true });
});

it('nobody else on the machine reads it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shared-file-'));
  const before = process.umask(0);
  const database = openSharedFile(path.join(folder, 'file'), 'CREATE TABLE IF NOT EXISTS notes (text TEXT)');
  process.umask(before);
  const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600]);
  database.close();
  rmSync(folder, { recursive: true });
});
