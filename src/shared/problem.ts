/** Something a user can fix. Problems are values: collected, never thrown, and reported together. */
export interface Problem {
  /** Stable, kebab-case: `broken-link`, `front-matter`, `duplicate-route`, … */
  code: string;
  severity: 'error' | 'warning';
  /** Path as the user knows it, relative to the project or absolute. Undefined if no file is the cause. */
  file?: string | undefined;
  /** 1-based, counted in the file on disk, including front matter. */
  line?: number | undefined;
  column?: number | undefined;
  /** One sentence that says what is wrong, followed by the next step or the nearest name, if there is one. */
  message: string;
}

/** A problem of one language, before the other languages of the site are read. */
export interface LanguageProblem extends Problem {
  /** Path of the missing page, which another language may have. */
  missingPage?: string | undefined;
}

/** Returns a function that creates errors of one kind in one file. */
export function createErrorReporter(code: string, file: string): (message: string, line?: number) => Problem {
  return (message, line) => ({ code, severity: 'error', file, line, message });
}

/** `docs/a.md:3: warning: …`. */
export function formatProblem(problem: Problem): string {
  const place = formatPlace(problem);
  return place ? `${place}: ${formatMessage(problem)}` : formatMessage(problem);
}

/** `docs/a.md:3`, or an empty string if no file is the cause. */
export function formatPlace({ file, line, column }: Problem): string {
  return [file, line, file && line ? column : undefined].filter((part) => part !== undefined).join(':');
}

/** `warning: There is no page at /docs/b.` */
export function formatMessage({ severity, message }: Problem): string {
  return severity === 'warning' ? `warning: ${message}` : message;
}

/** Sorts problems by file, then by line, the order in which people fix them. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) => (a.file ?? '').localeCompare(b.file ?? '', 'en') || (a.line ?? 0) - (b.line ?? 0),
  );
}
