import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A real pipe for the standard output of a process. The test holds its reading end: it reads, stalls, or closes it. */
export class LogPipe implements Disposable {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'log-pipe-'));
  readonly #file = path.join(this.#folder, 'log');
  #reader: number | undefined;
  #writer: number | undefined;
  /** The start of a line whose newline hasn't arrived yet. */
  #rest = '';
  readonly #lines: Record<string, unknown>[] = [];

  constructor() {
    execFileSync('mkfifo', [this.#file]);
    this.open();
    this.#writer = openSync(this.#file, constants.O_WRONLY);
  }

  /** File descriptor for `stdio` of the process. */
  get writer(): number {
    if (this.#writer === undefined) throw new Error('The writing end was handed over to the process.');
    return this.#writer;
  }

  /** Call this once the process has its copy of the writing end, so that no other copy is left. */
  handedOver(): void {
    closeSync(this.writer);
    this.#writer = undefined;
  }

  /** Opens the reading end, for the first time or again. */
  open(): void {
    this.#reader = openSync(this.#file, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** Closes the reading end. The process gets EPIPE from now on. */
  leave(): void {
    if (this.#reader !== undefined) closeSync(this.#reader);
    this.#reader = undefined;
  }

  /** Reads what is there now, of at most so many bytes. Returns how many there were. Fails if a line isn't JSON. */
  read(atMost = 1024 * 1024): number {
    if (this.#reader === undefined) throw new Error('The reading end is closed.');
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
