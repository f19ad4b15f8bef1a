/** `fail`: the site does not start, or does not work. `warn`: it works, and somebody should know. */
type FindingState = 'ok' | 'warn' | 'fail';

export interface Finding {
  check:
    | 'configuration'
    | 'node'
    | 'identity'
    | 'agents'
    | 'store'
    | 'backups'
    | 'mail'
    | 'build'
    | 'index'
    | 'clock'
    | 'address'
    | 'folders'
    | 'limits';
  state: FindingState;
  /** One sentence: how it is. */
  message: string;
  /** One sentence: what to do about it. */
  todo?: string | undefined;
}

/** One finding of this check, as a list: most checks have one, or none. */
export const findingOf =
  (check: Finding['check']) =>
  (state: FindingState, message: string, todo?: string): Finding[] => [{ check, state, message, todo }];

export type Say = ReturnType<typeof findingOf>;

const marks: Readonly<Record<FindingState, string>> = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' };

export function formatFinding({ check, state, message, todo }: Finding): string {
  const line = `${marks[state]}  ${check.padEnd(13)}  ${message}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(21)}→ ${todo}`;
}
