import { createLineWriter, type LineWriter, withoutBlocking } from './line-writer.ts';
import { terminalLine } from './terminal-line.ts';

/** Where a logger writes: one call for each line. */
export interface LogStream {
  write(line: string): void;
}

export interface LogOutput
  extends LogStream,
    Pick<LineWriter, 'droppedLines' | 'drain' | 'isBehind' | 'whenCaughtUp'> {}

interface LogOutputOptions {
  /** For people at a terminal. Everywhere else the log is JSON, a line for each event. */
  asText?: boolean;
  /** See `LineWriterOptions`. */
  onDropped(lines: number): void;
}

const openWriters = new Set<LineWriter>();

/** For the last lines of a process that ends by an error. */
function flushAll(): void {
  for (const writer of openWriters) writer.flush();
}

/** The log of this process, on standard output. */
export function openLogOutput({
  asText = process.stdout.isTTY === true,
  onDropped,
}: LogOutputOptions): LogOutput {
  const writer = createLineWriter({ fd: withoutBlocking(process.stdout), onDropped });
  if (openWriters.size === 0) process.once('exit', flushAll);
  openWriters.add(writer);
  return { ...writer, write: asText ? (line) => writer.write(terminalLine(line)) : writer.write };
}
