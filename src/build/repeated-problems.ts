import { type Problem, sortProblems } from '../shared/problem.ts';

/** Files that have the same problem. Fewer keep a line each. */
const ALIKE_MIN = 4;
/** Files that a joined problem names. */
const NAMED_MAX = 10;

/** Errors that one change fixes in all files that have the same: a package to install, a component to correct. */
const codesOfOneCause: ReadonlySet<string> = new Set([
  'admonition-code',
  'broken-import',
  'missing-import',
  'missing-package',
  'site-component',
  'unknown-import',
]);

/**
 * Joins problems that are repeated in many files into one, which is reported for the first file and names the others:
 * warnings, and errors that have one cause. Other errors must be fixed file by file, so each file is named.
 */
export function joinRepeatedProblems(problems: readonly Problem[]): Problem[] {
  const groups = Map.groupBy(problems, ({ code, severity, message, file }) =>
    file !== undefined && (severity === 'warning' || codesOfOneCause.has(code))
      ? JSON.stringify([code, severity, message])
      : undefined,
  );
  return [...groups].flatMap(([key, group]): Problem[] => {
    const [first, ...rest] = new Map(sortProblems(group).map((problem) => [problem.file, problem])).values();
    if (key === undefined || first === undefined || rest.length < ALIKE_MIN - 1) return group;
    const names = rest.slice(0, NAMED_MAX).map(formatPlace);
    const more = rest.length > NAMED_MAX ? ` and ${rest.length - NAMED_MAX} more` : '';
    const message = `${first.message} ${rest.length} more files have the same: ${names.join(', ')}${more}.`;
    return [{ ...first, message }];
  });
}

function formatPlace({ file, line }: Problem): string {
  return line === undefined ? `${file}` : `${file}:${line}`;
}
