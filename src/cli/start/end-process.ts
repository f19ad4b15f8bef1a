import { spawn } from 'node:child_process';

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

function killLater(): void {
  // While this process lives, it is the other one's parent: the number alone might be another process by then.
  const script = `setTimeout(() => process.ppid === ${process.pid} && process.kill(${process.pid}, 'SIGKILL'), ${END_MS})`;
  const killer = spawn(process.execPath, ['--eval', script], { detached: true, stdio: 'ignore' });
  killer.on('error', () => {});
  killer.unref();
}
