import { spawn } from 'node:child_process';
import { LOG_DRAIN_MS } from '../../server/http/limits.ts';
import type { StopReport } from '../../server/serve.ts';
import { drainPeopleOutput, say } from './people-output.ts';

/** How long ending may take once all that could be ended in order has been. */
const END_MS = 1_000;

/** Work that may hold a thread of Node's: files on a disk that is gone, names that don't resolve, other threads. */
const holdsThread = /^(FSReq|GetAddrInfo|GetNameInfo|Worker|MessagePort|DNS|QueryReq)/;

/**
 * Ends this process. `process.exit` waits for threads, and one that waits for a disk or a name server never ends. A
 * process of its own looks after that: if this one is still there after a second, it is killed.
 */
export function endProcess(code: number): never {
  if (code !== 0 || process.getActiveResourcesInfo().some((name) => holdsThread.test(name))) killLater();
  process.exit(code);
}

/** Says what did not end in order. A log that nobody reads is no fault of the server. */
export async function reportAndEnd({ faults, unreadLogLines }: StopReport): Promise<void> {
  for (const fault of faults) say(`${fault}.`);
  if (unreadLogLines > 0) say(`${unreadLogLines} log lines were lost, because nobody read them.`);
  await drainPeopleOutput(LOG_DRAIN_MS / 4);
  endProcess(faults.length === 0 ? 0 : 1);
}

function killLater(): void {
  // While this process lives, it is the other one's parent: the number alone might be another process by then.
  const script = `setTimeout(() => process.ppid === ${process.pid} && process.kill(${process.pid}, 'SIGKILL'), ${END_MS})`;
  const killer = spawn(process.execPath, ['--eval', script], { detached: true, stdio: 'ignore' });
  killer.on('error', () => {});
  killer.unref();
}
