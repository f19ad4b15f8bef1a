import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { findAccountState } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import { type CommandResult, fail, failWith, succeed } from '../../command/define-command.ts';
import { formatCount, formatInteger } from '../../command/terminal-text.ts';
import { buildInviteUrl } from '../../model/urls.ts';
import { decodeCsv, writeCsv } from '../../shared/csv.ts';
import { describeWriteReason } from '../../shared/file-errors.ts';
import { describeFileReason } from '../../shared/reason.ts';
import {
  type ImportParts,
  type ImportPlan,
  importPeople,
  planImport,
  type ReportProgress,
} from './import-people.ts';
import { readPeople } from './read-people.ts';
import { writePeople } from './write-people.ts';

interface Terminal {
  stdin: NodeJS.ReadableStream;
  stderr: { isTTY: boolean; write(text: string): unknown };
}

/**
 * Arguments of `users import`. The file `-` is standard input. The links are written to `out`, or printed without it.
 */
export interface ImportArguments {
  file: string;
  out: string | undefined;
  isDryRun: boolean;
}

/** Arguments of `users export`. `query` has words of a name or an email. */
export interface ExportArguments {
  out: string | undefined;
  query: string;
}

interface ImportSite {
  accounts: Pick<AccountAdministration, 'count'>;
  parts: ImportParts;
  /** Name in the audit log. */
  actor: string;
  origin: string;
  /** Groups that the published site declares. Undefined without a release. */
  knownGroups?: readonly string[] | undefined;
}

const formatPeople = (count: number) => formatCount(count, 'person', 'people');

/** Invites everyone in a file, and prints links for those who get none by mail. */
export async function importFile(
  { file, out, isDryRun }: ImportArguments,
  { accounts, parts, actor, origin, knownGroups }: ImportSite,
  { stdin, stderr }: Terminal,
): Promise<CommandResult> {
  const text = await readText(file, stdin);
  if (typeof text !== 'string') return fail(text.error);
  const { people, problems } = readPeople(text, {
    file: file === '-' ? 'standard input' : file,
    groups: knownGroups,
  });
  if (problems.length > 0) {
    const { exitCode, err } = failWith(problems);
    const fix = problems.length === 1 ? 'Fix this line' : `Fix these ${problems.length} problems`;
    return { exitCode, err: `${err}\nNo account was added. ${fix}, then import the file again.` };
  }
  const plan = await planImport(parts, people, reportProgress(stderr, 'Checked', people.length));
  const isFirstAccount = (await accounts.count()) === 0;
  if (isFirstAccount && !plan.toAdd.some(({ role }) => role === 'administrator'))
    return fail(
      'No account was added. There is none yet, so the file must contain an administrator: write "administrator" in the column "role".',
    );
  if (isDryRun) return succeed(`${describePlan(plan)}\nNothing was changed.`);
  // The file for the links is created before any account: the links can't be shown a second time.
  const writeError = out === undefined ? undefined : await writeNewFile(out, '');
  if (out !== undefined && writeError !== undefined)
    return fail(`No account was added, because the links can't be written to ${out}: ${writeError}.`);
  const progress = reportProgress(stderr, 'Added', plan.toAdd.length);
  const { added, there } = await importPeople(parts, plan.toAdd, actor, progress);

  const linkRows = added.flatMap(({ email, name, token }) =>
    token === undefined ? [] : [[email, name, origin + buildInviteUrl(token)]],
  );
  const links = linkRows.length > 0 ? writeCsv([['email', 'name', 'link'], ...linkRows]) : undefined;
  const mailedCount = added.length - linkRows.length;
  const summary = [
    `Added ${formatPeople(added.length)}. ${describeExisting(plan.there.length + there)}`,
    ...describeDifferences(plan),
    ...(mailedCount > 0 ? [`Invitations sent by mail: ${formatInteger(mailedCount)}.`] : []),
  ];
  if (links === undefined) return succeed(summary.join('\n'));
  const aboutLinks = `${formatPeople(linkRows.length)} can set a password with these links. Each works once, within 72 hours. Save them now. You won't see them again:`;
  if (out === undefined)
    return { exitCode: 0, out: links.trimEnd(), err: [...summary, aboutLinks].join('\n') };
  await writeFile(out, links);
  return succeed(
    [
      ...summary,
      `Wrote links for ${formatPeople(linkRows.length)} to ${out}. Each works once, within 72 hours.`,
    ].join('\n'),
  );
}

/** Writes accounts as CSV, to a file or to standard output. */
export async function exportFile(
  { out, query }: ExportArguments,
  accounts: Pick<AccountAdministration, 'readPage'>,
  issuer: string,
): Promise<CommandResult> {
  const text = await writePeople(accounts.readPage, { search: query }, (account) =>
    findAccountState(account, issuer),
  );
  if (out === undefined) return succeed(text.trimEnd());
  const writeError = await writeNewFile(out, text);
  return writeError === undefined
    ? succeed(`Wrote the accounts to ${out}.`)
    : fail(`Can't write to ${out}: ${writeError}.`);
}

const PLAIN_LINE_EVERY_MS = 5_000;

/** `Added 250 of 700 people`: one line that is overwritten on a terminal, and a line every few seconds elsewhere. */
function reportProgress(stderr: Terminal['stderr'], verb: string, total: number): ReportProgress {
  const startedAt = performance.now();
  let printedAt = startedAt;
  return (count) => {
    if (total === 0) return;
    const now = performance.now();
    const isLast = count === total;
    const seconds = isLast ? ` in ${((now - startedAt) / 1_000).toFixed(1)} s` : '';
    const line = `${verb} ${formatInteger(count)} of ${formatPeople(total)}${seconds}`;
    if (stderr.isTTY) stderr.write(`\r${line}${isLast ? '\n' : ''}`);
    else if (now - printedAt >= PLAIN_LINE_EVERY_MS) {
      printedAt = now;
      stderr.write(`${line}\n`);
    }
  };
}

function describePlan(plan: ImportPlan): string {
  const { toAdd, there } = plan;
  const administrators = toAdd.filter(({ role }) => role === 'administrator').length;
  const role = administrators > 0 ? `, including ${formatCount(administrators, 'administrator')}` : '';
  return [
    `Would add ${formatPeople(toAdd.length)}${role}. ${describeExisting(there.length)}`,
    ...describeDifferences(plan),
  ].join('\n');
}

function describeExisting(count: number): string {
  return count === 1
    ? '1 person already has an account, which stays as it is.'
    : `${formatInteger(count)} already have an account, which stays as it is.`;
}

/** People whose account has another name or role than the file. */
function describeDifferences({ otherwise }: ImportPlan): string[] {
  return otherwise.map(
    ({ person: { line, email }, is: { name, role } }) =>
      `Line ${line} differs: ${email} is ${JSON.stringify(name)}, ${role}.`,
  );
}

async function readText(file: string, stdin: Terminal['stdin']): Promise<string | { error: string }> {
  try {
    return decodeCsv(file === '-' ? await buffer(stdin) : await readFile(file));
  } catch (error) {
    return { error: `Can't read ${file === '-' ? 'standard input' : file}: ${describeFileReason(error)}.` };
  }
}

/** Resolves with the reason if the file can't be created, for example because it exists. */
function writeNewFile(file: string, text: string): Promise<string | undefined> {
  return writeFile(file, text, { flag: 'wx', mode: 0o600 }).then(() => undefined, describeWriteReason);
}
