import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/** Code that didn't finish in time. */
class Endless extends Error {
  override name = 'Endless';

  /** `position` is like `file:///…/note.jsx:12`, if it's known. */
  constructor(limitMs: number, position?: string) {
    super(`it takes more than ${limitMs / 1000} seconds, probably because of an endless loop`);
    this.stack = position === undefined ? '' : `${this.name}: ${this.message}\n    at (${position}:1)`;
  }
}

const LIMIT_MS = 8_000;
const KEY = Symbol.for('documentation.limited');
const globals = globalThis as unknown as Record<symbol, unknown>;
/** Only a separate script can be stopped from outside. */
const caller = new vm.Script(`globalThis[Symbol.for('documentation.limited')]()`);

/** Runs the owner's code, which may never end. `by` is the component that it belongs to. Throws `Endless`. */
export function runLimited<T>(work: () => T, by?: unknown, limitMs = LIMIT_MS): T {
  const around = globals[KEY];
  globals[KEY] = work;
  try {
    return caller.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    const isLate = error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate ? new Endless(limitMs, typeof by === 'function' ? findDeclaration(by) : undefined) : error;
  } finally {
    globals[KEY] = around;
  }
}

/** File and line of a function in the owner's source. */
function findDeclaration(componentType: object): string | undefined {
  const session = new Session();
  const scripts = new Map<string, string>();
  let position: string | undefined;
  session.connect();
  try {
    session.on(
      'Debugger.scriptParsed',
      ({ params }: InspectorNotification<Debugger.ScriptParsedEventDataType>) =>
        scripts.set(params.scriptId, params.url),
    );
    session.post('Debugger.enable');
    globals[KEY] = componentType;
    session.post(
      'Runtime.evaluate',
      { expression: `globalThis[Symbol.for('documentation.limited')]` },
      (_error, answer) => {
        const { objectId } = answer?.result ?? {};
        if (objectId === undefined) return;
        session.post('Runtime.getProperties', { objectId }, (_none, properties) => {
          const location: unknown = properties?.internalProperties?.find(
            ({ name }) => name === '[[FunctionLocation]]',
          )?.value?.value;
          if (!isLocation(location)) return;
          const url = scripts.get(location.scriptId);
          if (url?.startsWith('file:')) position = formatSourcePlace(fileURLToPath(url), location);
        });
      },
    );
  } finally {
    session.disconnect();
  }
  return position;
}

interface Location {
  scriptId: string;
  lineNumber: number;
  columnNumber: number;
}

function isLocation(value: unknown): value is Location {
  return typeof value === 'object' && value !== null && 'scriptId' in value && 'lineNumber' in value;
}

function formatSourcePlace(file: string, { lineNumber, columnNumber }: Location): string {
  const entry = findSourceMap(file)?.findEntry(lineNumber, columnNumber);
  if (entry && 'originalSource' in entry && entry.originalSource)
    return `${entry.originalSource}:${entry.originalLine + 1}`;
  return `${file}:${lineNumber + 1}`;
}
