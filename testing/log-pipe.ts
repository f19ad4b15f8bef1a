import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A real pipe for the standard output of a process, whose reading end the test holds: it reads, stalls, or goes away. */
export class LogPipe implements Disposable {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'log-pipe-'));
  readonly #file = path.join(this.#folder, 'log');
  #reader: number | undefined;
  #writer: number | undefined;
  /** What was read and doesn't end with a newline yet. */
  #rest = '';
  readonly #lines: Record<string, unknown>[] = [];

  constructor() {
    execFileSync('mkfifo', [this.#file]);
    this.open();
    this.#writer = openSync(this.#file, constants.O_WRONLY);
  }

  /** For `stdio` of the process. */
  get writer(): number {
    if (this.#writer === undefined) throw new Error('The writing end belongs to the process by now.');
    return this.#writer;
  }

  /** The process has its copy of the writing end: only that one is left. */
  handedOver(): void {
    closeSync(this.writer);
    this.#writer = undefined;
  }

  /** A reader comes, or comes back. */
  open(): void {
    this.#reader = openSync(this.#file, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** The reader goes away. The process gets EPIPE from now on. */
  leave(): void {
    if (this.#reader !== undefined) closeSync(this.#reader);
    this.#reader = undefined;
  }

  /** Reads what is there now, of at most so many bytes. Returns how many there were. Fails if a line isn't JSON. */
  read(atMost = 1024 * 1024): number {
    if (this.#reader === undefined) throw new Error('The reader has gone.');
    const buffer = Buffer.alloc(atMost);
    try {
      const count = readSync(this.#reader, buffer);
      const lines = (this.#rest + buffer.toString('utf8', 0, count)).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#lines.push(JSON.parse(line));
      return count;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
      throw error;
    }
  }

  /** The whole lines read so far. */
  lines(): readonly Record<string, unknown>[] {
    return this.#lines;
  }

  [Symbol.dispose](): void {
    this.leave();
    if (this.#writer !== undefined) closeSync(this.#writer);
    rmSync(this.#folder, { recursive: true });
  }
}
