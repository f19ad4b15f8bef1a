import type { Problem } from 'gatehouse/checks';

export type Severity = Problem['severity'];

/** What a rule found at a line of a file. */
export function problemAt(
  code: string,
  { file, line }: { file: string; line?: number },
  message: string,
  severity: Severity = 'error',
): Problem {
  return { code, severity, file, ...(line !== undefined && { line }), message };
}
