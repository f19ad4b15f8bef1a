import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { findAccountState } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import type { ImportPlan, Progress } from '../../accounts/by-file/import-people.ts';
import { readPeople } from '../../accounts/by-file/read-people.ts';
import { writePeople } from '../../accounts/by-file/write-people.ts';
import { inviteUrl } from '../../model/urls.ts';
import { csvText, decodeCsv } from '../../shared/csv.ts';
import { reasonOf } from '../../shared/reason.ts';
import { type Answer, done, failed, failedBy } from '../command.ts';
import type { UsersCommand } from './arguments.ts';

interface Terminal {
  stdin: NodeJS.ReadableStream;
  stderr: { isTTY: boolean; write(text: string): unknown };
}

const number = new Intl.NumberFormat('en');
const people = (count: number) => (count === 1 ? '1 person' : `${number.format(count)} people`);

/** Invites everybody of a file, and prints the links of those who get none by mail. */
export async function importFile(
  { file, out, isTrial }: Extract<UsersCommand, { name: 'import' }>,
  {
    accounts,
    origin,
    knownGroups,
  }: { accounts: AccountAdministration; origin: string; knownGroups?: readonly string[] | undefined },
  { stdin, stderr }: Terminal,
): Promise<Answer> {
  const text = await readText(file, stdin);
  if (typeof text !== 'string') return failed(text.fault);
  const read = readPeople(text, { file: file === '-' ? 'standard input' : file, groups: knownGroups });
  if (read.problems.length > 0) {
    const { exitCode, err } = failedBy(read.problems);
    return { exitCode, err: `${err}\nNobody is added: mend the file, and import it again.` };
  }
  const plan = await accounts.planImport(read.people, progressOn(stderr, 'Looked for', read.people.length));
  const isFirst = (await accounts.count()) === 0;
  if (isFirst && !plan.toAdd.some(({ role }) => role === 'administrator'))
    return failed(
      'There is no account yet, so one of them must be an administrator: say so in the column role.',
    );
  if (isTrial) return done(`${planned(plan)}\nNothing is changed.`);
  // Before anybody is added: nobody can ask for the links again.
  const problem = out === undefined ? undefined : await writeNew(out, '');
  if (problem !== undefined) return failed(`The links cannot be written: ${problem}`);
  const progress = progressOn(stderr, 'Adding', plan.toAdd.length);
  const { added, there } = await accounts.importPeople(plan.toAdd, progress);

  const linked = added.flatMap(({ email, name, token }) =>
    token === undefined ? [] : [[email, name, origin + inviteUrl(token)]],
  );
  const links = linked.length > 0 ? csvText([['email', 'name', 'link'], ...linked]) : undefined;
  const said = [
    `${people(added.length)} added, ${number.format(plan.there.length + there)} had an account already and stay as they are.`,
    ...otherwise(plan),
    ...(added.length > linked.length
      ? [`Invitations on their way by mail: ${number.format(added.length - linked.length)}.`]
      : []),
  ];
  if (links === undefined) return done(said.join('\n'));
  const lead = `${people(linked.length)} can set a password by a link, once and within 72 hours. It is told this once`;
  if (out === undefined) return { exitCode: 0, out: links.trimEnd(), err: [...said, `${lead}:`].join('\n') };
  await writeFile(out, links);
  return done([...said, `${lead}: ${out}`].join('\n'));
}

/** The accounts as a file. */
export async function exportFile(
  { out, query }: Extract<UsersCommand, { name: 'export' }>,
  accounts: AccountAdministration,
  issuer: string,
): Promise<Answer> {
  const text = await writePeople(accounts.page, { search: query }, (account) =>
    findAccountState(account, issuer),
  );
  if (out === undefined) return done(text.trimEnd());
  const problem = await writeNew(out, text);
  return problem === undefined ? done(`The accounts are in ${out}.`) : failed(problem);
}

/** A line that is written over until all are done; nothing where nobody looks on. */
function progressOn(stderr: Terminal['stderr'], doing: string, of: number): Progress {
  return (count) => {
    if (!stderr.isTTY || of === 0) return;
    stderr.write(`\r${doing} ${number.format(count)} of ${people(of)}${count === of ? '\n' : ''}`);
  };
}

function planned(plan: ImportPlan): string {
  const { toAdd, there } = plan;
  const administrators = toAdd.filter(({ role }) => role === 'administrator').length;
  const of = administrators > 0 ? `, ${number.format(administrators)} of them as administrators` : '';
  return [
    `${people(toAdd.length)} would be added${of}; ${number.format(there.length)} have an account already.`,
    ...otherwise(plan),
  ].join('\n');
}

/** Of whom the file says something else than their account. */
function otherwise({ otherwise }: ImportPlan): string[] {
  return otherwise.map(
    ({ person: { line, email }, is: { name, role } }) =>
      `line ${line}: ${email} stays ${JSON.stringify(name)}, ${role}.`,
  );
}

async function readText(file: string, stdin: Terminal['stdin']): Promise<string | { fault: string }> {
  try {
    return decodeCsv(file === '-' ? await buffer(stdin) : await readFile(file));
  } catch (error) {
    return { fault: `The file cannot be read: ${reasonOf(error)}` };
  }
}

/** Answers why there is no such file now. */
function writeNew(file: string, text: string): Promise<string | undefined> {
  return writeFile(file, text, { flag: 'wx', mode: 0o600 }).then(() => undefined, reasonOf);
}
