import { type ChildProcess, fork } from 'node:child_process';
import type { TaskAnswer } from './answer-task.ts';
import { createThreadEnvironment } from './threads.ts';

export interface TaskOptions {
  /** Whether the process waits for the next task of this program, instead of ending. False by default. */
  keepsProcess?: boolean | undefined;
}

/** Processes that wait for another task, by the address of their program. */
const waitingProcesses = new Map<string, { child: ChildProcess; end: NodeJS.Timeout }>();
/** A bundler holds half a gigabyte, so it waits only for a caller that builds one site after another. */
const WAITING_MAX_MS = 20_000;

/**
 * A bundler throws away most of what it allocates. With the default space for young objects, its heap grew to 200 MB for
 * 80 MB in use, while this process reads the documents.
 */
const HEAP_LIMITS = ['--max-semi-space-size=4'];

/**
 * Runs a task in a process of its own and returns its answer. For tasks that change their environment, or that keep
 * hundreds of megabytes once they have run, such as bundlers. A process that is kept takes half the time for its second
 * task, which pays for callers that build many sites.
 */
export function runTask<Answer>(
  program: URL,
  task: object,
  { keepsProcess = false }: TaskOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = takeProcess(program);
    child.once('message', (message: TaskAnswer<Answer>) => {
      removeListeners(child);
      if (keepsProcess && child.connected && !waitingProcesses.has(program.href)) parkProcess(program, child);
      else endProcess(child);
      if ('answer' in message) resolve(message.answer);
      else reject(message.failure);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`${program.pathname} ended with ${signal ?? code} and without an answer.`)),
    );
    child.send(task);
  });
}

/** A process that waits for a task of this program, or else a new one. */
function takeProcess(program: URL): ChildProcess {
  const waitingProcess = waitingProcesses.get(program.href);
  if (!waitingProcess?.child.connected)
    return fork(program, {
      execArgv: HEAP_LIMITS,
      env: createThreadEnvironment(),
      serialization: 'advanced',
    });
  const { child, end } = waitingProcess;
  clearTimeout(end);
  waitingProcesses.delete(program.href);
  removeListeners(child).ref();
  child.channel?.ref();
  return child;
}

/** Lets a process wait. It doesn't keep this one running, and ends with it. */
function parkProcess(program: URL, child: ChildProcess): void {
  const end = setTimeout(() => {
    waitingProcesses.delete(program.href);
    endProcess(child);
  }, WAITING_MAX_MS);
  end.unref();
  const forget = () => {
    clearTimeout(end);
    if (waitingProcesses.get(program.href)?.child === child) waitingProcesses.delete(program.href);
  };
  child.once('error', forget).once('exit', forget).unref();
  child.channel?.unref();
  waitingProcesses.set(program.href, { child, end });
}

/** Tells a process that it has no further task. It may have ended by itself. */
function endProcess(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}

function removeListeners(child: ChildProcess): ChildProcess {
  for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event);
  return child;
}
