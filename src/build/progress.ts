/** Shows what a build or another long command is doing. */
export interface Progress {
  /** Starts a step. `total` is the number of pieces it has, if that is known. */
  start(label: string, total?: number): void;
  /** Reports that one piece of the current step is finished. */
  advance(): void;
  /** Prints a line of its own. */
  note(line: string): void;
  /** Prints how much of a step was done, for an engineer who follows the build with `LOG_LEVEL=debug`. */
  detail?(line: string): void;
  /** Ends the last step. Nothing may follow. */
  end(): void;
}

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export const silentProgress: Progress = { start() {}, advance() {}, note() {}, end() {} };

/** The progress of one language. Steps of a site with several languages name theirs: `Compiling es`. */
export function createLanguageProgress(progress: Progress, language: string, languages: number): Progress {
  if (languages === 1) return progress;
  return { ...progress, start: (label, total) => progress.start(`${label} ${language}`, total) };
}

/**
 * A bar on a terminal. Plain lines where the output goes to a file or `CI` is set. With `LOG_LEVEL=debug`, plain lines
 * with the time that each step took.
 */
export function createProgressFor(
  output: Output,
  environment: Readonly<Record<string, string | undefined>>,
): Progress {
  if (['debug', 'trace'].includes(environment.LOG_LEVEL ?? '')) return createTimedLines(output);
  const isInteractive = output.isTTY === true && !environment.CI && environment.TERM !== 'dumb';
  return isInteractive ? createBar(output) : createLines(output);
}

/** Steps that take longer than this print a line in between, and another one when they end. */
const LINE_EVERY_MS = 5_000;

function createLines(output: Output): Progress {
  let step: { label: string; total: number | undefined; startedAt: number } | undefined;
  let finishedCount = 0;
  let printedAt = 0;
  const printStep = () => {
    if (!step) return;
    printedAt = performance.now();
    const count = step.total === undefined ? 'done' : `${finishedCount} of ${step.total}`;
    output.write(`${step.label}: ${count}, ${formatSeconds(step.startedAt)}\n`);
  };
  const endStep = () => {
    if (step && performance.now() - step.startedAt >= LINE_EVERY_MS) printStep();
    step = undefined;
  };
  return {
    start: (label, total) => {
      endStep();
      printedAt = performance.now();
      step = { label, total, startedAt: printedAt };
      finishedCount = 0;
      output.write(total === undefined ? `${label}\n` : `${label} (${total})\n`);
    },
    advance: () => {
      finishedCount += 1;
      if (finishedCount !== step?.total && performance.now() - printedAt >= LINE_EVERY_MS) printStep();
    },
    note: (line) => {
      output.write(`${line}\n`);
    },
    end: endStep,
  };
}

/** Whole seconds since a time of `performance.now()`. */
function formatSeconds(startedAt: number): string {
  return `${Math.floor((performance.now() - startedAt) / 1_000)} s`;
}

function createTimedLines(output: Output): Progress {
  const plainLines = createLines(output);
  let step: { label: string; startedAt: number } | undefined;
  const endStep = () => {
    if (step) plainLines.note(`${step.label} took ${Math.round(performance.now() - step.startedAt)} ms`);
    step = undefined;
  };
  return {
    ...plainLines,
    start(label, total) {
      endStep();
      plainLines.start(label, total);
      step = { label, startedAt: performance.now() };
    },
    detail: (line) => plainLines.note(`  ${line}`),
    end: endStep,
  };
}

const REDRAW_MS = 50;
const CLEAR_LINE = '\r\u001b[2K';

function createBar(output: Output): Progress {
  let label = '';
  let total: number | undefined;
  let finishedCount = 0;
  let startedAt = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    const line = `${formatBar(label, finishedCount, total)}  ${formatSeconds(startedAt)}`;
    output.write(CLEAR_LINE + line.slice(0, (output.columns ?? 80) - 1));
  };
  return {
    start(nextLabel, nextTotal) {
      [label, total, finishedCount] = [nextLabel, nextTotal, 0];
      startedAt = performance.now();
      draw();
    },
    advance() {
      finishedCount += 1;
      if (finishedCount === total || performance.now() - drawnAt >= REDRAW_MS) draw();
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

/** `Compiling  ━━━━━━━━──────────────── 640/2000`. */
function formatBar(label: string, finishedCount: number, total: number | undefined): string {
  if (total === undefined || total === 0) return `${label} …`;
  const filledCells = Math.round((Math.min(finishedCount, total) / total) * BAR_CELLS);
  const cells = '━'.repeat(filledCells) + '─'.repeat(BAR_CELLS - filledCells);
  return `${label.padEnd(10)} ${cells} ${finishedCount}/${total}`;
}
