import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** What may wait in memory for a reader that falls behind. Lines beyond it are dropped and counted. */
const WAITING_MAX_BYTES = 1024 * 1024;
/** What one system call writes at most. */
const BATCH_MAX_BYTES = 64 * 1024;
/** Until the next attempt when the pipe is full. */
const FULL_RETRY_MS = 20;
/** The same when writing fails: the reader has gone, or the disk is full. */
const BROKEN_RETRY_MS = 1_000;

interface LineWriterOptions {
  /** Must not block: see `withoutBlocking`. */
  fd: number;
  /** Called once the reader is back, with the number of lines dropped since the last call. */
  onDropped?(lines: number): void;
}

export interface LineWriter {
  /** Takes whole lines, each with its newline. Never waits and never throws. */
  write(lines: string): void;
  /** Lines dropped since the process started. */
  droppedLines(): number;
  /** Whether whoever can wait should wait before writing more. */
  isBehind(): boolean;
  /** Calls back once, when the writer is no longer behind. */
  whenCaughtUp(proceed: () => void): void;
  /** Writes what fits now. */
  flush(): void;
  /** Gives a slow reader this long to take the rest. Resolves with the number of lines lost that no line speaks of. */
  drain(withinMs: number): Promise<number>;
}

/**
 * Makes `process.stdout` or `process.stderr` refuse a write (EAGAIN) rather than wait for its reader. Node does so itself
 * for pipes and sockets when the stream is first touched. For terminals it doesn't, and a terminal can stall as well: by
 * Ctrl-S, or behind a connection that is gone. Files are never full in this sense.
 */
export function withoutBlocking(stream: NodeJS.WriteStream & { fd: number }): number {
  const handle: unknown = Reflect.get(stream, '_handle');
  if (stream.isTTY && typeof handle === 'object' && handle !== null) {
    const setBlocking: unknown = Reflect.get(handle, 'setBlocking');
    if (typeof setBlocking === 'function') Reflect.apply(setBlocking, handle, [false]);
  }
  // Somebody else (a warning of Node's) may write by the stream itself. A reader that has gone must not end the process.
  stream.on('error', () => {});
  return stream.fd;
}

/**
 * Writes lines in the order they came, without ever waiting for whoever reads them. `fs.write` would wait in a thread,
 * and a thread that waits for ever keeps `process.exit` from ending the process.
 */
export function createLineWriter({ fd, onDropped }: LineWriterOptions): LineWriter {
  const waiting: string[] = [];
  /** The batch that is being written; some of it may be written already. */
  let batch: Buffer | undefined;
  let endsMidLine = false;
  let waitingBytes = 0;
  let isBroken = false;
  let dropped = 0;
  let droppedUnsaid = 0;
  let isScheduled = false;
  const toProceed: (() => void)[] = [];

  function drop(lines: number): void {
    dropped += lines;
    droppedUnsaid += lines;
  }

  function nextBatch(): Buffer | undefined {
    if (waiting.length === 0) return undefined;
    let bytes = 0;
    let count = 0;
    while (count < waiting.length && bytes < BATCH_MAX_BYTES)
      bytes += Buffer.byteLength(waiting[count++] ?? '');
    return Buffer.from(waiting.splice(0, count).join(''));
  }

  function flush(): void {
    try {
      for (batch ??= nextBatch(); batch !== undefined; batch ??= nextBatch()) {
        const written = writeSync(fd, batch);
        isBroken = false;
        waitingBytes -= written;
        endsMidLine = written > 0 && batch[written - 1] !== NEWLINE;
        batch = written === batch.length ? undefined : batch.subarray(written);
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EAGAIN' || code === 'EINTR') {
        schedule(FULL_RETRY_MS);
      } else {
        isBroken = true;
        if (code === 'EPIPE') dropBrokenLine();
        schedule(BROKEN_RETRY_MS);
      }
    }
    if (isBehind()) return;
    for (const proceed of toProceed.splice(0)) proceed();
    if (droppedUnsaid === 0 || isBroken) return;
    const lines = droppedUnsaid;
    droppedUnsaid = 0;
    onDropped?.(lines);
  }

  /** The next reader of a pipe shall not begin in the middle of a line. */
  function dropBrokenLine(): void {
    if (!endsMidLine || batch === undefined) return;
    const rest = batch.subarray(batch.indexOf(NEWLINE) + 1);
    waitingBytes -= batch.length - rest.length;
    batch = rest.length === 0 ? undefined : rest;
    endsMidLine = false;
    drop(1);
  }

  function schedule(afterMs: number): void {
    if (isScheduled) return;
    isScheduled = true;
    const run = () => {
      isScheduled = false;
      flush();
    };
    // A log that nobody reads keeps no process alive.
    if (afterMs === 0) setImmediate(run).unref();
    else setTimeout(run, afterMs).unref();
  }

  const isBehind = () => waitingBytes > WAITING_MAX_BYTES / 2;

  return {
    write(lines) {
      const bytes = Buffer.byteLength(lines);
      if (waitingBytes + bytes > WAITING_MAX_BYTES) {
        drop(countLines(lines));
        return;
      }
      waiting.push(lines);
      waitingBytes += bytes;
      schedule(0);
    },
    droppedLines: () => dropped,
    isBehind,
    whenCaughtUp(proceed) {
      if (isBehind()) toProceed.push(proceed);
      else proceed();
    },
    flush,
    async drain(withinMs) {
      const until = performance.now() + withinMs;
      flush();
      while (waitingBytes > 0 && !isBroken && performance.now() < until) {
        await pause(FULL_RETRY_MS);
        flush();
      }
      const unread = countLines(batch?.toString() ?? '') + countLines(waiting.join(''));
      return unread + droppedUnsaid;
    },
  };
}

const NEWLINE = 0x0a;

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
