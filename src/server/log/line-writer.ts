import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Text that is held in memory while the log reader is slow. Lines beyond this are dropped and counted. */
const WAITING_MAX_BYTES = 1024 * 1024;
/** Most bytes to write in one system call. */
const BATCH_MAX_BYTES = 64 * 1024;
/** Delay before the next attempt if the pipe is full. */
const FULL_RETRY_MS = 20;
/** Delay before the next attempt if writing fails, for example because the reader has exited or the disk is full. */
const BROKEN_RETRY_MS = 1_000;

interface LineWriterOptions {
  /** File descriptor to write to. Writing must not block: see `preventBlocking`. */
  fd: number;
  /** Called when the reader has caught up, with the number of lines dropped since the last call. */
  onDropped?(lines: number): void;
}

/** Writes log lines without waiting for the reader. */
export interface LineWriter {
  /** Takes whole lines, each with its newline. Never waits and never throws. */
  write(lines: string): void;
  /** Lines dropped since the process started. */
  countDroppedLines(): number;
  /** Whether more than half of the memory for waiting lines is used. Callers that can wait should wait then. */
  isBehind(): boolean;
  /** Calls back once when the writer has caught up. */
  runWhenCaughtUp(proceed: () => void): void;
  /** Writes as much as the reader accepts now. */
  flush(): void;
  /** Waits up to `withinMs` for the reader to receive the rest. Resolves with the number of lost lines not yet reported. */
  drain(withinMs: number): Promise<number>;
}

/**
 * Makes `process.stdout` or `process.stderr` reject a write (EAGAIN) instead of waiting for its reader. Node does this
 * for pipes and sockets when the stream is first used, but not for terminals, which can stall too: after Ctrl-S, or when
 * a remote connection is lost. Files never stall like this.
 */
export function preventBlocking(stream: NodeJS.WriteStream & { fd: number }): number {
  const handle: unknown = Reflect.get(stream, '_handle');
  if (stream.isTTY && typeof handle === 'object' && handle !== null) {
    const setBlocking: unknown = Reflect.get(handle, 'setBlocking');
    if (typeof setBlocking === 'function') Reflect.apply(setBlocking, handle, [false]);
  }
  // Other code, such as a warning of Node, may write to the stream itself. That must not crash the process if the reader
  // has exited.
  if (!stream.listeners('error').includes(ignoreError)) stream.on('error', ignoreError);
  return stream.fd;
}

/**
 * Writes lines in order, without ever waiting for the reader. `fs.write` would wait in a thread, and a thread that never
 * finishes keeps `process.exit` from ending the process.
 */
export function createLineWriter({ fd, onDropped }: LineWriterOptions): LineWriter {
  const waitingLines: string[] = [];
  /** The part of the current batch that isn't written yet. */
  let batch: Buffer | undefined;
  let endsMidLine = false;
  let waitingBytes = 0;
  let isBroken = false;
  let droppedCount = 0;
  let unreportedDrops = 0;
  let isScheduled = false;
  const waitingCallbacks: (() => void)[] = [];

  function drop(lines: number): void {
    droppedCount += lines;
    unreportedDrops += lines;
  }

  function takeNextBatch(): Buffer | undefined {
    if (waitingLines.length === 0) return undefined;
    let bytes = 0;
    let count = 0;
    while (count < waitingLines.length && bytes < BATCH_MAX_BYTES)
      bytes += Buffer.byteLength(waitingLines[count++] ?? '');
    return Buffer.from(waitingLines.splice(0, count).join(''));
  }

  function flush(): void {
    try {
      for (batch ??= takeNextBatch(); batch !== undefined; batch ??= takeNextBatch()) {
        const writtenBytes = writeSync(fd, batch);
        isBroken = false;
        waitingBytes -= writtenBytes;
        endsMidLine = writtenBytes > 0 && batch[writtenBytes - 1] !== NEWLINE;
        batch = writtenBytes === batch.length ? undefined : batch.subarray(writtenBytes);
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EAGAIN' || code === 'EINTR') {
        schedule(FULL_RETRY_MS);
      } else {
        isBroken = true;
        if (code === 'EPIPE') dropRestOfLine();
        schedule(BROKEN_RETRY_MS);
      }
    }
    if (isBehind()) return;
    for (const proceed of waitingCallbacks.splice(0)) proceed();
    if (unreportedDrops === 0 || isBroken) return;
    const lines = unreportedDrops;
    unreportedDrops = 0;
    onDropped?.(lines);
  }

  /** Drops the rest of a partly written line, so that the next reader of the pipe starts at the beginning of a line. */
  function dropRestOfLine(): void {
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
    // Waiting log lines must not keep the process alive.
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
      waitingLines.push(lines);
      waitingBytes += bytes;
      schedule(0);
    },
    countDroppedLines: () => droppedCount,
    isBehind,
    runWhenCaughtUp(proceed) {
      if (isBehind()) waitingCallbacks.push(proceed);
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
      const unreadLines = countLines(batch?.toString() ?? '') + countLines(waitingLines.join(''));
      return unreadLines + unreportedDrops;
    },
  };
}

const NEWLINE = 0x0a;

function ignoreError(): void {}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
