import { statSync } from 'node:fs';
import path from 'node:path';
import {
  type CommandResult,
  defineCommand,
  fail,
  rejectSurplus,
  succeed,
} from '../command/define-command.ts';
import type { Finding } from '../docusaurus/config-notes.ts';
import { configurationFile } from '../docusaurus/configuration/load-configuration.ts';
import { type Examination, examineSite } from '../docusaurus/report/examine-site.ts';
import { findFolderProblem, writeSite } from '../docusaurus/report/write-site.ts';
import { formatCommand } from '../shared/call-of.ts';
import { findMissingPackage, installCommand } from '../shared/missing-packages.ts';
import type { Problem } from '../shared/problem.ts';

export const command = defineCommand({
  help: `Reports what happens to a Docusaurus site in Gatehouse before you build it: what works, what changes, what is refused
and how to fix it, and what is left out and why. Each entry names its file and line. If the site has all its packages
and files, the command tries a build, whose result it deletes, and lists its errors.

  {call} <folder>
      Report only.
  {call} <folder> --write <new folder>
      Also write a copy of the site with a site.config.ts. The original stays as it is.

Like Docusaurus, this command runs docusaurus.config and the plugins that it names, with your permissions. If you
don't trust the site, run the command in a container.

You can also serve a Docusaurus site as it is: SITE_DIR=<folder> ${formatCommand('start')}

Exit code: 0 nothing is refused, 1 something is, 2 wrong arguments.`,
  options: { write: { type: 'string' } },
  parse([folder, ...surplus], { write }) {
    if (folder === undefined) return { misuse: 'The folder of the site is missing.' };
    return (
      rejectSurplus(surplus) ?? {
        input: {
          siteDir: path.resolve(folder),
          target: write === undefined ? undefined : path.resolve(write),
        },
      }
    );
  },
  run: adopt,
  // The command uses no settings, so invalid ones don't matter.
  withoutEnvironment: adopt,
});

interface AdoptInput {
  /** Absolute. */
  siteDir: string;
  /** The new folder to write, absolute. */
  target: string | undefined;
}

async function adopt({ siteDir, target }: AdoptInput): Promise<CommandResult> {
  const stats = statSync(siteDir, { throwIfNoEntry: false });
  if (stats === undefined) return fail(`The folder ${siteDir} doesn't exist.`);
  if (!stats.isDirectory()) return fail(`${siteDir} is a file. Name the folder of the site.`);
  const refusal = target === undefined ? undefined : findFolderProblem(siteDir, target);
  if (refusal !== undefined) return fail(refusal);
  // Printed at once: the user should know before the code runs.
  if (configurationFile(siteDir) !== undefined)
    process.stderr.write(`Running the configuration of ${siteDir} and the plugins that it names.\n`);
  // These modules are loaded here, because they bring the engine's whole interface, which `--help` doesn't need.
  const [
    { isAnswered },
    { listImportsOfDocument },
    { tryBuild },
    { findPatternProblems },
    { createProgressFor },
    { toBuildFeatures },
    { engineFeatures },
  ] = await Promise.all([
    import('../docusaurus/components/answered-imports.ts'),
    import('../docusaurus/components/owners-imports.ts'),
    import('../build/try-build.ts'),
    import('../build/find-pattern-problems.ts'),
    import('../build/progress.ts'),
    import('../features/feature.ts'),
    import('../features/index.ts'),
  ]);
  const examination = await examineSite(siteDir, {
    isEngineModule: isAnswered,
    listDocumentImports: listImportsOfDocument,
    findBuildProblems() {
      process.stderr.write('Trying a build. Its result is deleted.\n');
      return tryBuild(siteDir, {
        features: toBuildFeatures(engineFeatures),
        cacheDir: path.resolve('.cache'),
        progress: createProgressFor(process.stderr, process.env),
      });
    },
    findPatternProblems,
  });
  const { config, problems } = examination;
  const isRefused = problems.some(({ severity }) => severity === 'error');
  const paragraphs = [formatReport(examination)];
  const missingPackages = problems.flatMap(({ message }) => findMissingPackage(message) ?? []);
  if (missingPackages.length > 0)
    paragraphs.unshift(
      `Some packages that the site imports aren't installed. Run this first: ${installCommand(siteDir, missingPackages, siteDir)}`,
    );
  if (target !== undefined && config !== undefined) {
    const { files, droppedLinks } = writeSite(siteDir, target, examination, config);
    paragraphs.push(`Wrote a copy of the site to ${target}, with ${files.join(' and ')}.`);
    if (droppedLinks.length > 0)
      paragraphs.push(
        `These symbolic links weren't copied, because their targets are missing or outside the site:\n${droppedLinks.map((name) => `  ${name}`).join('\n')}`,
      );
    paragraphs.push(`Next: SITE_DIR=${target} ${formatCommand('start')}`);
  } else if (target !== undefined)
    paragraphs.push(
      "Nothing was written, because the configuration can't be used. Fix the errors above first.",
    );
  else if (!isRefused) paragraphs.push(`Next: SITE_DIR=${siteDir} ${formatCommand('start')}`);
  return { ...succeed(paragraphs.join('\n\n')), exitCode: isRefused ? 1 : 0 };
}

/** One line of the report: something of the site, where it is, and what there is to say about it. */
interface ReportEntry {
  file: string | undefined;
  line: number | undefined;
  subject: string | undefined;
  text: string;
}

function formatReport({ findings, problems }: Examination): string {
  const listFindings = (kind: Finding['kind']) =>
    findings.filter((finding) => finding.kind === kind).map(convertFinding);
  const listProblems = (severity: Problem['severity']) =>
    problems.filter((problem) => problem.severity === severity).map(convertProblem);
  const sections: [title: string, entries: ReportEntry[]][] = [
    ['Works', listFindings('works')],
    ['Changed', listFindings('changed')],
    ['Refused', listProblems('error')],
    ['Left out', [...listProblems('warning'), ...listFindings('left-out')]],
  ];
  return sections
    .map(([title, entries]) => [title, dropRepeated(entries)] as const)
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => {
      const lines = formatEntries(entries).map((line) => `  ${line}`);
      return `${title} (${entries.length})\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

function convertFinding({ what, file, line, why }: Finding): ReportEntry {
  return { file, line, subject: what, text: `${why}.` };
}

function convertProblem({ file, line, message }: Problem): ReportEntry {
  return { file, line, subject: undefined, text: message };
}

/** A plugin that a configuration adds to each of its documentations is named once. */
function dropRepeated(entries: readonly ReportEntry[]): ReportEntry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** More entries than this with the same text become one line, followed by their places. */
const SAME_TEXT_MAX = 3;

function formatEntries(entries: readonly ReportEntry[]): string[] {
  const entriesByText = [...Map.groupBy(entries, removeName)];
  return entriesByText.flatMap(([text, sameText]) =>
    sameText.length <= SAME_TEXT_MAX
      ? sameText.map((entry) => [formatPlace(entry), entry.subject, entry.text].filter(Boolean).join(': '))
      : [
          `${text.replace(/\.$/, '')} (${sameText.length} times):`,
          ...sameText.map((entry) => {
            const subject = entry.subject ?? QUOTED_NAME.exec(entry.text)?.[0];
            return `  ${[formatPlace(entry), subject].filter(Boolean).join(': ')}`;
          }),
        ],
  );
}

const QUOTED_NAME = /"[^"]+"/;

/** Problems of one kind differ only in the name of the package or folder, which is the first quoted word. */
function removeName({ subject, text }: ReportEntry): string {
  return subject === undefined ? text.replace(QUOTED_NAME, '…') : text;
}

function formatPlace({ file, line }: ReportEntry): string | undefined {
  return file === undefined || line === undefined ? file : `${file}:${line}`;
}
