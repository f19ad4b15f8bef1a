import { styleText } from 'node:util';
import { createLineWriter, type LineWriter, preventBlocking } from '../../server/log/line-writer.ts';

/**
 * Arguments of a worker. Its own output is a pipe to the primary process. These say that the standard output or the
 * standard error of the primary process is a terminal.
 */
export const TERMINAL_LOG = '--terminal-log';
export const TERMINAL_ERRORS = '--terminal-errors';

let writer: LineWriter | undefined;

function openStandardError(): LineWriter {
  if (writer === undefined) {
    writer = createLineWriter({ fd: preventBlocking(process.stderr) });
    process.once('exit', writer.flush);
  }
  return writer;
}

/**
 * Prints a line for the people who run the site, to standard error. While the site is served, standard output contains
 * nothing but the log, so that programs can read it.
 */
export function printToPeople(line: string): void {
  openStandardError().write(`${line}\n`);
}

/** Waits until the last lines are written, for at most `withinMs`. */
export async function drainPeopleOutput(withinMs: number): Promise<void> {
  await openStandardError().drain(withinMs);
}

/** Makes text bold on a terminal, unless `NO_COLOR` is set. */
export function emphasize(text: string, isTerminal: boolean): string {
  return isTerminal && !process.env.NO_COLOR
    ? styleText(['bold', 'cyan'], text, { validateStream: false })
    : text;
}

/** In characters. A longer line of a worker is relayed in pieces. */
const LINE_LENGTH_MAX = 256 * 1024;

export interface Relay {
  /** From now on, reads lines as fast as they come. Those that can't be written in time are dropped. */
  hurry(): void;
}

/** Relays the output of a worker in whole lines, and reads it only as fast as the lines can be written here. */
export function relayLines(
  from: NodeJS.ReadableStream,
  to: Pick<LineWriter, 'write' | 'isBehind' | 'runWhenCaughtUp'>,
): Relay {
  let unfinishedLine = '';
  let isHurrying = false;
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    unfinishedLine += text;
    const end = unfinishedLine.lastIndexOf('\n') + 1;
    if (end > 0) {
      to.write(unfinishedLine.slice(0, end));
      unfinishedLine = unfinishedLine.slice(end);
    } else if (unfinishedLine.length > LINE_LENGTH_MAX) {
      to.write(`${unfinishedLine}\n`);
      unfinishedLine = '';
    }
    if (isHurrying || !to.isBehind()) return;
    from.pause();
    to.runWhenCaughtUp(() => {
      from.resume();
    });
  });
  from.on('end', () => {
    if (unfinishedLine !== '') to.write(`${unfinishedLine}\n`);
  });
  return {
    hurry() {
      isHurrying = true;
      from.resume();
    },
  };
}

/** Relays what a worker prints for people. */
export const relayToPeople = (from: NodeJS.ReadableStream): Relay => relayLines(from, openStandardError());
