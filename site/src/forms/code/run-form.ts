import { applyEvent, type FormEvent } from '../events.ts';
import { createFormView } from '../form-view.ts';
import { FormModel } from '../model/form-model.ts';
import { FieldObject } from './field-object.ts';
import { createFormGlobals } from './form-globals.ts';
import type { ConsoleLine, FromWorker, ToWorker } from './messages.ts';

interface RunHost {
  /** Defines global names for the code. */
  define(globals: Record<string, unknown>): void;
  /** Runs code in the global scope; throws what it throws. */
  run(code: string): void;
  post(message: FromWorker): void;
  later(action: () => void, milliseconds: number): void;
  userAgent: string;
  /** Line of the code that ran last in which an error was thrown. */
  findLine?(error: unknown): number | undefined;
}

/** Readers don't read more lines, and a loop would fill the page. */
const LINES_MAX = 200;
const LINE_MAX_CHARACTERS = 2000;

/** A form that is open, with the code that runs in it. */
export interface RunningForm {
  form: FormModel;
  /** Reports an uncaught error in the console of the form. */
  failed(error: unknown): void;
  /** Applies what the reader did in the form. */
  send(event: FormEvent): void;
}

/** Opens a form and runs code in it, as the product does when the form opens. */
export function runForm(
  { definition, state, settings }: Extract<ToWorker, { kind: 'start' }>,
  host: RunHost,
): RunningForm {
  let lines = 0;
  let isDue = false;
  const say = (level: ConsoleLine['level'], whole: string) => {
    lines += 1;
    const text = whole.length > LINE_MAX_CHARACTERS ? `${whole.slice(0, LINE_MAX_CHARACTERS)}…` : whole;
    if (lines <= LINES_MAX) host.post({ kind: 'line', level, text });
    if (lines === LINES_MAX) host.post({ kind: 'line', level: 'warn', text: 'No more lines are shown.' });
  };
  const reportError = (error: unknown) => say('error', describeError(error, host.findLine?.(error)));
  /** An error in a handler ends only this handler. */
  const runGuarded = (action: () => void) => {
    try {
      action();
    } catch (error) {
      reportError(error);
    }
  };
  const runLater = (action: () => void, milliseconds = 0) =>
    host.later(() => runGuarded(action), milliseconds);
  const reportChange = () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      host.post({ kind: 'shown', view: createFormView(form) });
    });
  };
  const form: FormModel = new FormModel(definition, state, { later: runLater, changed: reportChange });
  const log =
    (level: 'log' | 'warn' | 'error') =>
    (...values: unknown[]) =>
      say(level, values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '));
  host.define({
    ...createFormGlobals(form, definition.facts, {
      ...settings,
      later: runLater,
      changed: reportChange,
      say,
      userAgent: host.userAgent,
    }),
    console: { log: log('log'), info: log('log'), debug: log('log'), warn: log('warn'), error: log('error') },
  });
  reportChange();
  for (const code of settings.codes) {
    try {
      host.run(code);
    } catch (error) {
      if (isLoadError(error)) host.post({ kind: 'not-loaded', code, text: describeError(error) });
      else reportError(error);
    }
  }
  return {
    form,
    failed: reportError,
    send: (event) =>
      runGuarded(() => {
        applyEvent(form, event);
        // In the app, a new row opens to be filled in.
        const grid = event.kind === 'add-row' && settings.isMobile ? form.findField(event.id) : undefined;
        if (grid) form.emit(grid, 'dialog');
      }),
  };
}

/** Code with a syntax error isn't loaded. Browsers report it as one of these two errors. */
function isLoadError(error: unknown): boolean {
  const { name } = Object(error);
  return name === 'NetworkError' || name === 'SyntaxError';
}

/** Describes an error in the same form as a syntax error: `TypeError in line 3: a is undefined`. */
function describeError(error: unknown, line?: number): string {
  const isError = typeof error === 'object' && error !== null && 'name' in error && 'message' in error;
  const place = line === undefined ? '' : ` in line ${line}`;
  return isError ? `${error.name}${place}: ${error.message}` : inspect(error);
}

/** Formats a value in one line, like a console. */
function inspect(value: unknown, depth = 0): string {
  if (value instanceof FieldObject) return `Field ${value.id}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > 2) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => inspect(item, depth + 1)).join(', ')}]`;
  const entries = Object.entries(value).map(([name, one]) => `${name}: ${inspect(one, depth + 1)}`);
  return `{ ${entries.join(', ')} }`;
}
