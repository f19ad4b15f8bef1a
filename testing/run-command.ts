import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CommandAnswer, CommandCall } from './command-host.ts';

/** The process that runs the commands of this worker's test files. It ends with the worker. */
let host: ChildProcess | undefined;
/** The host runs one command at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of `gatehouse` that ends by itself, such as `users list`, and resolves with its output and exit code.
 * All test files of a worker use the same process. Most of the time of a short command goes into loading the program,
 * which happens only once there.
 *
 * For what a whole process must show (signals, a terminal, several commands at once, whether it ends), start
 * `bin/gatehouse.js` itself.
 */
export function runCommand(call: CommandCall): Promise<CommandAnswer> {
  const answer = last.then(() => ask(call));
  last = answer.catch(() => {});
  return answer;
}

async function ask(call: CommandCall): Promise<CommandAnswer> {
  host ??= startHost();
  const stopped = new AbortController();
  const { signal } = stopped;
  try {
    const nextMessage = once(host, 'message', { signal });
    const hostEnd = once(host, 'exit', { signal }).then(() => {
      throw new Error(`The process that runs commands ended during: ${[call.name, ...call.args].join(' ')}`);
    });
    host.send(call);
    const [answer] = await Promise.race([nextMessage, hostEnd]);
    return answer;
  } finally {
    stopped.abort();
  }
}

function startHost(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'command-host.ts'), {
    execArgv: [],
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  child.once('exit', () => {
    if (host === child) host = undefined;
  });
  child.unref();
  child.channel?.unref();
  return child;
}
