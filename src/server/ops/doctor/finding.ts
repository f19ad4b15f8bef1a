/** `fail`: the site doesn't start or doesn't work. `warn`: it works, but the operator should fix something. */
type FindingState = 'ok' | 'warn' | 'fail';

/** The result of one check of `gatehouse doctor`. */
export interface Finding {
  check:
    | 'configuration'
    | 'node'
    | 'identity'
    | 'agents'
    | 'store'
    | 'mail'
    | 'build'
    | 'index'
    | 'clock'
    | 'address'
    | 'folders'
    | 'limits'
    // A check of a feature.
    | (string & Record<never, never>);
  state: FindingState;
  /** One sentence that describes the state. */
  message: string;
  /** One sentence that says what to do. */
  todo?: string | undefined;
}

/** Creates a finding of one check. Returns a list, because checks return lists of findings. */
type ReportFinding = (state: FindingState, message: string, todo?: string) => Finding[];

/** Returns a function that creates findings of this check. */
export const createReporter =
  (check: Finding['check']): ReportFinding =>
  (state, message, todo) => [{ check, state, message, todo }];

const marks: Readonly<Record<FindingState, string>> = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' };

/** Formats a finding for the terminal. */
export function formatFinding({ check, state, message, todo }: Finding): string {
  const line = `${marks[state]}  ${check.padEnd(13)}  ${message}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(21)}→ ${todo}`;
}
