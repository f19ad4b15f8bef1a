import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { findOnPath, need } from './needed-program.ts';

export interface OldNode {
  /** Runs a program that is found in `PATH`, as someone does whose `node` is the old one. */
  run(
    cwd: string,
    program: string,
    ...args: string[]
  ): { status: number | null; stdout: string; stderr: string };
  /** Environment of a process that the test starts itself. */
  environment: Record<string, string>;
  /** `v20.20.2` without its `v`. */
  version: string;
}

/** A `PATH` whose first `node` is a real one that is too old, and that has the npm of this machine. The function writes into `folder`. */
export function prepareOldNode(folder: string): OldNode {
  const node = need('old-node');
  const bin = path.join(folder, 'old-node-bin');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin, { recursive: true });
  symlinkSync(node, path.join(bin, 'node'));
  for (const name of ['npm', 'npx'] as const) symlinkSync(findOnPath(name) ?? name, path.join(bin, name));
  const environment = {
    PATH: [bin, '/usr/bin', '/bin'].join(path.delimiter),
    HOME: folder,
    CI: 'true',
    PORT: '0',
  };
  return {
    environment,
    version: spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim(),
    run(cwd, program, ...args) {
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd,
        env: environment,
        encoding: 'utf8',
        timeout: 90_000,
      });
      return { status, stdout, stderr };
    },
  };
}
