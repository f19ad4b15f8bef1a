import { styleText } from 'node:util';
import { createLineWriter, type LineWriter, withoutBlocking } from '../../server/log/line-writer.ts';

/** Arguments of a worker, whose own output is a pipe to the process that started it: that one's is a terminal. */
export const TERMINAL_LOG = '--terminal-log';
export const TERMINAL_ERRORS = '--terminal-errors';

let writer: LineWriter | undefined;

function standardError(): LineWriter {
  if (writer === undefined) {
    writer = createLineWriter({ fd: withoutBlocking(process.stderr) });
    process.once('exit', writer.flush);
  }
  return writer;
}

/**
 * Says a line to the people who run the site. While it is served, standard output is the log and nothing else, so that
 * programs can read it; what people read goes to standard error.
 */
export function say(line: string): void {
  standardError().write(`${line}\n`);
}

/** Gives whoever reads standard error the time to take the last lines. */
export async function drainPeopleOutput(withinMs: number): Promise<void> {
  await standardError().drain(withinMs);
}

/** So that it is seen among other lines, where a terminal can show it. */
export function emphasized(text: string, isTerminal: boolean): string {
  return isTerminal && !process.env.NO_COLOR
    ? styleText(['bold', 'cyan'], text, { validateStream: false })
    : text;
}

/** A longer line of another process is passed on in pieces. */
const LINE_MAX = 256 * 1024;

export interface Relay {
  /** From now on lines are taken as fast as they come, and dropped where nobody reads them here. */
  hurry(): void;
}

/** Passes on what another process of ours writes, in whole lines, and only as fast as they are read here. */
export function relayLines(
  from: NodeJS.ReadableStream,
  to: Pick<LineWriter, 'write' | 'isBehind' | 'whenCaughtUp'>,
): Relay {
  let unfinished = '';
  let isHurrying = false;
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    unfinished += text;
    const end = unfinished.lastIndexOf('\n') + 1;
    if (end > 0) {
      to.write(unfinished.slice(0, end));
      unfinished = unfinished.slice(end);
    } else if (unfinished.length > LINE_MAX) {
      to.write(`${unfinished}\n`);
      unfinished = '';
    }
    if (isHurrying || !to.isBehind()) return;
    from.pause();
    to.whenCaughtUp(() => {
      from.resume();
    });
  });
  from.on('end', () => {
    if (unfinished !== '') to.write(`${unfinished}\n`);
  });
  return {
    hurry() {
      isHurrying = true;
      from.resume();
    },
  };
}

/** The same for what another process says to people. */
export const relayToPeople = (from: NodeJS.ReadableStream): Relay => relayLines(from, standardError());
