import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it('several processes may make the same file at the same moment', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shared-file-'));
  const script = path.join(import.meta.dirname, 'testing/open-together.ts');
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
