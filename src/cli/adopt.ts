import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../adopt/config-notes.ts';
import { type Examination, examineSite } from '../adopt/examine-site.ts';
import { configurationFile } from '../adopt/load-configuration.ts';
import { refusalToWrite, writeSite } from '../adopt/write-site.ts';
import { callOf } from '../shared/call-of.ts';
import { findMissingPackage, installCommand } from '../shared/missing-packages.ts';
import { formatProblem } from '../shared/problem.ts';
import { type Answer, defineCommand, done, failed } from './command.ts';

export const command = defineCommand({
  help: `Reports what works in a Docusaurus site, before you build it.

  {call} <folder>
      Lists by file and line what works, what changes, what is refused and how to fix it, and what is left out and why.

It runs docusaurus.config and the plugins that it imports, as Docusaurus does: with your rights, before anything is
reported. Examine a site that you don't trust in a container.

  {call} <folder> --write <new folder>
      Also writes a site folder with a site.config.ts. The original stays as it is.

You can also serve a Docusaurus site where it is: SITE_DIR=<folder> ${callOf('start')}
Exit code: 0 nothing is refused, 1 something is, 2 misused.`,
  options: { write: { type: 'string' } },
  parse([folder, surplus], { write }) {
    if (folder === undefined) return { fault: 'Name the folder of the site.' };
    if (surplus !== undefined) return { fault: `Unexpected argument '${surplus}'.` };
    return {
      wanted: {
        folder: path.resolve(folder),
        target: write === undefined ? undefined : path.resolve(write),
      },
    };
  },
  run: adopt,
  // It asks nothing of the environment.
  withoutEnvironment: adopt,
});

interface Wanted {
  /** Absolute. */
  folder: string;
  target: string | undefined;
}

async function adopt({ folder, target }: Wanted): Promise<Answer> {
  if (!existsSync(folder)) return failed(`There is no folder ${folder}.`);
  const refusal = target === undefined ? undefined : refusalToWrite(folder, target);
  if (refusal !== undefined) return failed(refusal);
  // Before it happens: the answer comes after.
  if (configurationFile(folder) !== undefined)
    process.stderr.write(`Running the configuration of ${folder}, and the plugins that it imports.\n`);
  const examined = await examineSite(folder);
  const { config, problems } = examined;
  const refused = problems.some(({ severity }) => severity === 'error');
  const lines = [report(examined)];
  const missingPackages = problems.flatMap(({ message }) => findMissingPackage(message) ?? []);
  if (missingPackages.length > 0)
    lines.unshift(
      `Some packages aren't installed. Run this first: ${installCommand(folder, missingPackages, `--prefix ${folder}`)}`,
    );
  if (target !== undefined && config !== undefined) {
    const written = writeSite(folder, target, examined, config);
    lines.push(`Written into ${target}: a copy of the site, with ${written.files.join(' and ')}.`);
    if (written.droppedLinks.length > 0)
      lines.push(
        `Not copied, because these links lead out of the site or nowhere:\n${written.droppedLinks.map((name) => `  ${name}`).join('\n')}`,
      );
    lines.push(`Next: SITE_DIR=${target} ${callOf('start')}`);
  } else if (target !== undefined) lines.push('Nothing was written: the configuration cannot be used.');
  else if (!refused) lines.push(`Next: SITE_DIR=${folder} ${callOf('start')}`);
  return { ...done(lines.join('\n\n')), exitCode: refused ? 1 : 0 };
}

function report({ findings, problems }: Examination): string {
  const of = (kind: Finding['kind']) => findingLines(findings.filter((finding) => finding.kind === kind));
  const told = (severity: 'error' | 'warning') =>
    problems
      .filter((problem) => problem.severity === severity)
      .map((problem) => formatProblem({ ...problem, severity: 'error' }));
  const parts = [
    ['Works', of('works')],
    ['Changed', of('changed')],
    ['Refused', told('error')],
    ['Left out', [...told('warning'), ...of('left-out')]],
  ] as const;
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([title, lines]) =>
        `${title} (${lines.filter((line) => !/^\d+ times: /.test(line)).length})\n${lines.map((line) => `  ${line}`).join('\n')}`,
    )
    .join('\n\n');
}

/** So many lines that end in the same sentence are one line, then the places. */
const SAME_SENTENCES_MAX = 3;

function findingLines(findings: readonly Finding[]): string[] {
  const bySentence = [...Map.groupBy(findings, ({ why }) => why)];
  return bySentence.flatMap(([why, alike]) =>
    alike.length <= SAME_SENTENCES_MAX
      ? alike.map(findingLine)
      : [
          `${alike.length} times: ${why}:`,
          ...alike.map(({ what, file, line }) => `  ${file}${line === undefined ? '' : `:${line}`}: ${what}`),
        ],
  );
}

function findingLine({ what, file, line, why }: Finding): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${what}: ${why}.`;
}
