import { displayPath } from '../shared/file-paths.ts';
import { describeMissingPackage, findMissingPackage, installCommand } from '../shared/missing-packages.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { isOfDocument } from './problem-kinds.ts';

/**
 * Joins all problems about packages that aren't installed into one, which names each package once, where it is first
 * imported, and the command that installs all of them. Errors that such a package causes elsewhere are left out: they
 * contain the same sentence, but don't begin with it.
 */
export function joinMissingPackages(problems: readonly Problem[], siteDir: string): Problem[] {
  const isAboutPackage = ({ message }: Problem) => findMissingPackage(message) !== undefined;
  const reports = sortProblems(problems.filter(isAboutPackage));
  if (reports.length === 0) return [...problems];
  const errors = reports.filter(({ severity }) => severity === 'error');
  const joinedProblem = {
    // With a problem outside of documents, the build fails even if broken documents are allowed.
    code: errors.find((problem) => !isOfDocument(problem))?.code ?? 'missing-package',
    severity: errors.length > 0 ? 'error' : 'warning',
    ...describePackages(reports, siteDir),
  } as const;
  return [joinedProblem, ...problems.filter((problem) => !isAboutPackage(problem))];
}

function describePackages(
  reports: readonly Problem[],
  siteDir: string,
): Pick<Problem, 'file' | 'line' | 'message'> {
  const reportsByPackage = Map.groupBy(reports, ({ message }) => findMissingPackage(message) ?? '');
  const names = [...reportsByPackage.keys()].sort();
  const advice = `Run \`${installCommand(siteDir, names)}\` in ${displayPath(siteDir)}`;
  const imports = names.map((name) => listImports(reportsByPackage.get(name) ?? []));
  const [name = '', ...otherNames] = names;
  const [[first, ...rest] = []] = imports;
  if (otherNames.length === 0) {
    const places = rest.length === 1 ? '1 more place' : `${rest.length} more places`;
    const message =
      rest.length === 0
        ? `${describeMissingPackage(name)} ${advice}, or remove the import.`
        : `${describeMissingPackage(name)} It is needed in ${places}. ${advice}, or remove what needs it.`;
    return { file: first?.file, line: first?.line, message };
  }
  const lines = names.map((item, index) => `  ${item}${describeImports(imports[index] ?? [])}`);
  return {
    message: `${names.length} packages aren't installed:\n${lines.join('\n')}\n${advice}, or remove what needs them.`,
  };
}

/** The places that need one package. Errors that only quote a report count if there is nothing else. */
function listImports(reports: readonly Problem[]): Problem[] {
  const imports = reports.filter(({ message }) => message.startsWith('The package '));
  const places = (imports.length > 0 ? imports : reports).filter(({ file }) => file !== undefined);
  return [...new Map(places.map((problem) => [formatPlace(problem), problem])).values()];
}

function describeImports([first, ...rest]: readonly Problem[]): string {
  if (!first) return '';
  return rest.length === 0 ? ` (${formatPlace(first)})` : ` (${formatPlace(first)} and ${rest.length} more)`;
}

function formatPlace({ file, line }: Problem): string {
  return line === undefined ? `${file}` : `${file}:${line}`;
}
