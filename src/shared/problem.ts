/** Something a user can mend. Problems are values: collected, never thrown, and reported together. */
export interface Problem {
  /** Stable, kebab-case: `broken-link`, `front-matter`, `duplicate-route`, … */
  code: string;
  severity: 'error' | 'warning';
  /** Path as the user knows it, relative to the project or absolute; absent when no file is to blame. */
  file?: string | undefined;
  /** 1-based, counted in the file as it lies on disk, front matter included. */
  line?: number | undefined;
  column?: number | undefined;
  /** One sentence that says what is wrong, and the next step or the near name where there is one. */
  message: string;
}

/** Makes the errors of one kind in one file. */
export function errorsIn(code: string, file: string): (message: string, line?: number) => Problem {
  return (message, line) => ({ code, severity: 'error', file, line, message });
}

export function formatProblem(problem: Problem): string {
  const position = [problem.file, problem.line, problem.file && problem.line ? problem.column : undefined];
  const prefix = position.filter((part) => part !== undefined).join(':');
  const mark = problem.severity === 'warning' ? 'warning: ' : '';
  return prefix ? `${prefix}: ${mark}${problem.message}` : `${mark}${problem.message}`;
}

/** File order, then line order: how a person walks through them. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) => (a.file ?? '').localeCompare(b.file ?? '', 'en') || (a.line ?? 0) - (b.line ?? 0),
  );
}
