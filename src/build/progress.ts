/** Where a build says what it is doing. */
export interface Progress {
  /** A new step begins; `total` where it is known how many pieces it has. */
  start(label: string, total?: number): void;
  /** One piece of the current step is done. */
  advance(): void;
  /** Something worth a line of its own. */
  note(line: string): void;
  /** For an engineer who follows the build: how much of a step was done, and from what. */
  detail?(line: string): void;
  /** Clears what is being drawn; nothing comes after it. */
  end(): void;
}

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export const silentProgress: Progress = { start() {}, advance() {}, note() {}, end() {} };

/**
 * A bar on a terminal; plain lines where the output is kept (no terminal, or `CI` set). With `LOG_LEVEL=debug`, plain
 * lines with the time that each step took.
 */
export function progressFor(
  output: Output,
  environment: Readonly<Record<string, string | undefined>>,
): Progress {
  if (['debug', 'trace'].includes(environment.LOG_LEVEL ?? '')) return timedLines(output);
  const interactive = output.isTTY === true && !environment.CI && environment.TERM !== 'dumb';
  return interactive ? bar(output) : lines(output);
}

function lines(output: Output): Progress {
  return {
    start: (label, total) => {
      output.write(total === undefined ? `${label}\n` : `${label} (${total})\n`);
    },
    advance: () => {},
    note: (line) => {
      output.write(`${line}\n`);
    },
    end: () => {},
  };
}

function timedLines(output: Output): Progress {
  const plain = lines(output);
  let step: { label: string; startedAt: number } | undefined;
  const endStep = () => {
    if (step) plain.note(`${step.label} took ${Math.round(performance.now() - step.startedAt)} ms`);
    step = undefined;
  };
  return {
    ...plain,
    start(label, total) {
      endStep();
      plain.start(label, total);
      step = { label, startedAt: performance.now() };
    },
    detail: (line) => plain.note(`  ${line}`),
    end: endStep,
  };
}

const REDRAW_MS = 50;
const CLEAR_LINE = '\r\u001b[2K';

function bar(output: Output): Progress {
  let label = '';
  let total: number | undefined;
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    output.write(CLEAR_LINE + barText(label, done, total, output.columns ?? 80));
  };
  return {
    start(nextLabel, nextTotal) {
      [label, total, done] = [nextLabel, nextTotal, 0];
      draw();
    },
    advance() {
      done += 1;
      if (done === total || performance.now() - drawnAt >= REDRAW_MS) draw();
    },
    note(line) {
      output.write(`${CLEAR_LINE}${line}\n`);
      if (label !== '') draw();
    },
    end() {
      label = '';
      output.write(CLEAR_LINE);
    },
  };
}

const BAR_CELLS = 24;

/** `Compiling  ━━━━━━━━────────────────  640/2000`, cut to the width of the terminal. */
function barText(label: string, done: number, total: number | undefined, columns: number): string {
  if (total === undefined || total === 0) return `${label} …`.slice(0, columns - 1);
  const filled = Math.round((Math.min(done, total) / total) * BAR_CELLS);
  const cells = '━'.repeat(filled) + '─'.repeat(BAR_CELLS - filled);
  return `${label.padEnd(10)} ${cells} ${done}/${total}`.slice(0, columns - 1);
}
