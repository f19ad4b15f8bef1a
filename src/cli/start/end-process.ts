import { spawn } from 'node:child_process';
import { LOG_DRAIN_MS } from '../../server/http/limits.ts';
import type { StopReport } from '../../server/serve.ts';
import { drainPeopleOutput, printToPeople } from './people-output.ts';

/** How long `process.exit` may take before the process is killed. On a busy machine it takes a second to end threads. */
const EXIT_MAX_MS = 3_000;

/** Resources that can block a thread of Node: files on a lost disk, names that don't resolve, worker threads. */
const canBlockThread = /^(FSReq|GetAddrInfo|GetNameInfo|Worker|MessagePort|DNS|QueryReq)/;

/**
 * Ends this process. `process.exit` waits for threads, and a thread that waits for a disk or a name server may never
 * end. Therefore a second process kills this one if it is still there after `EXIT_MAX_MS`.
 */
export function endProcess(code: number): never {
  if (code !== 0 || process.getActiveResourcesInfo().some((name) => canBlockThread.test(name))) killLater();
  process.exit(code);
}

/** Prints what went wrong while stopping, and ends the process. Unread log lines aren't an error of the server. */
export async function reportAndEnd({ faults, unreadLogLines }: StopReport): Promise<void> {
  for (const fault of faults) printToPeople(`${fault}.`);
  if (unreadLogLines > 0) printToPeople(`${unreadLogLines} log lines were lost because they weren't read.`);
  await drainPeopleOutput(LOG_DRAIN_MS / 4);
  endProcess(faults.length === 0 ? 0 : 1);
}

function killLater(): void {
  // Checks the parent, because the process id could belong to another process by then.
  const script = `setTimeout(() => process.ppid === ${process.pid} && process.kill(${process.pid}, 'SIGKILL'), ${EXIT_MAX_MS})`;
  const killer = spawn(process.execPath, ['--eval', script], { detached: true, stdio: 'ignore' });
  killer.on('error', () => {});
  killer.unref();
}
