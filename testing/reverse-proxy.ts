import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithWorker } from './end-with-worker.ts';
import { findFreePort } from './free-port.ts';
import { need } from './needed-program.ts';

export interface ReverseProxy {
  origin: string;
  close(): Promise<void>;
}

/** A real proxy on a free port of loopback, with a folder of its own to write into. It runs when this resolves. */
export async function startReverseProxy(
  program: 'nginx' | 'caddy',
  prepare: (folder: string, port: number) => Promise<string[]>,
): Promise<ReverseProxy> {
  const file = need(program);
  const folder = await mkdtemp(path.join(tmpdir(), `${program}-`));
  const port = await findFreePort();
  const args = await prepare(folder, port);
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString('utf8');
  });
  endWithWorker(child);
  const exited = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${errorOutput}`);
    await pause(10);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}
