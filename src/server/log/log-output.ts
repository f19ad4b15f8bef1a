import { createLineWriter, type LineWriter, preventBlocking } from './line-writer.ts';
import { formatTerminalLine } from './terminal-line.ts';

/** Destination of a logger, which calls `write` once for each line. */
export interface LogStream {
  write(line: string): void;
}

export interface LogOutput
  extends LogStream,
    Pick<LineWriter, 'countDroppedLines' | 'drain' | 'isBehind' | 'runWhenCaughtUp'> {}

interface LogOutputOptions {
  /** Readable text for a terminal instead of JSON. By default true if standard output is a terminal. */
  asText?: boolean;
  /** See `LineWriterOptions`. */
  onDropped(lines: number): void;
}

const openWriters = new Set<LineWriter>();

/** Writes the last lines of a process that exits because of an error. */
function flushAll(): void {
  for (const writer of openWriters) writer.flush();
}

/** Opens the log of this process on standard output. */
export function openLogOutput({
  asText = process.stdout.isTTY === true,
  onDropped,
}: LogOutputOptions): LogOutput {
  const writer = createLineWriter({ fd: preventBlocking(process.stdout), onDropped });
  if (openWriters.size === 0) process.once('exit', flushAll);
  openWriters.add(writer);
  return { ...writer, write: asText ? (line) => writer.write(formatTerminalLine(line)) : writer.write };
}
