import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Environment, readEnvironment } from '../config/environment.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { listReleases } from '../releases/release-record.ts';
import { engineVersion } from '../shared/engine-dir.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { dataFile, type StorageEnvironment } from '../storage/open-database.ts';
import { StoreError } from '../storage/store-error.ts';
import type { DataFileName } from '../storage/tables.ts';

/** What a command prints, and how it ends: 0 done, 1 not done, 2 misused. */
export interface Answer {
  exitCode: 0 | 1 | 2;
  out?: string;
  err?: string;
}

/** What is asked for, or one sentence on why it cannot be told. */
export type Parsed<Wanted> = { wanted: Wanted } | { fault: string };

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true }>
>['values'];

interface CommandParts<Options extends ParseArgsOptionsConfig, Wanted> {
  /** `{call}`: how this command is called, `npm run users --` or `gatehouse users`. */
  help: string;
  options: Options;
  /** Positional arguments and options of the command line. */
  parse(positionals: readonly string[], values: Values<Options>): Parsed<Wanted>;
  /** Without an answer the process goes on, until what was started ends. */
  run(wanted: Wanted, environment: Environment): Promise<Answer | undefined>;
  /** Told instead of the problems of the environment, by a command that looks at them itself. */
  withoutEnvironment?(wanted: Wanted, problems: readonly Problem[]): Promise<Answer>;
}

/** A command of `gatehouse`: `commands.ts` lists them. */
export interface Command {
  answer(name: string, args: readonly string[]): Promise<Answer | undefined>;
}

const common = {
  help: { type: 'boolean', short: 'h' },
  site: { type: 'string' },
  version: { type: 'boolean' },
} as const;

const commonHelp = `Common options:
  --site <folder>    the site folder: as SITE_DIR
  --version          the version of Gatehouse, and the release in DIST_DIR
  --help`;

/** One frame for every command: help, arguments, environment, errors, exit code. */
export function defineCommand<const Options extends ParseArgsOptionsConfig, Wanted>(
  parts: CommandParts<Options, Wanted>,
): Command {
  return {
    async answer(name, args) {
      const help = `${parts.help.replaceAll('{call}', callOf(name))}\n\n${commonHelp}`;
      if (args[0] === 'help') return { exitCode: 0, out: help };
      const read = readArguments(parts, args);
      if (read === 'help') return { exitCode: 0, out: help };
      if (read === 'version') return versionAnswer();
      if ('fault' in read) return { exitCode: 2, err: `${read.fault}\nSee "${callOf(name)} --help".` };
      if (read.site !== undefined) process.env.SITE_DIR = read.site;
      const { environment, problems } = readEnvironment(process.env);
      try {
        if (environment) return await parts.run(read.wanted, environment);
        if (parts.withoutEnvironment) return await parts.withoutEnvironment(read.wanted, problems);
        return { exitCode: 1, err: problems.map(formatProblem).join('\n') };
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        return { exitCode: 1, err: error.message };
      }
    },
  };
}

/** Which program this is, and which release it would serve here, if there is one. */
export function versionAnswer(): Answer {
  const { environment } = readEnvironment(process.env);
  const release = environment && listReleases(resolveDistDir(environment)).live;
  const served = release && `release ${release.name}, built by version ${release.engine}`;
  return done(
    [`gatehouse ${engineVersion()}`, `node ${process.versions.node}`, ...(served ? [served] : [])].join('\n'),
  );
}

/** As whoever reads the help has just called it. */
function callOf(name: string): string {
  return process.env.npm_lifecycle_event === name ? `npm run ${name} --` : `gatehouse ${name}`;
}

function readArguments<Options extends ParseArgsOptionsConfig, Wanted>(
  { options, parse }: CommandParts<Options, Wanted>,
  args: readonly string[],
): { wanted: Wanted; site: string | undefined } | { fault: string } | 'help' | 'version' {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...common, ...options },
      allowPositionals: true,
    });
    const { help, site, version } = values as { help?: boolean; site?: string; version?: boolean };
    if (help) return 'help';
    if (version) return 'version';
    const parsed = parse(positionals, values as Values<Options>);
    return 'fault' in parsed ? parsed : { ...parsed, site };
  } catch (error) {
    return { fault: parserFault(error) };
  }
}

/** What Node's parser refuses; only its first sentence, the rest is about leading dashes. */
function parserFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof Error) || !code.startsWith('ERR_PARSE_ARGS')) throw error;
  return `${error.message.replace(/\. .*$/s, '').replace(/\.$/, '')}.`;
}

/**
 * Opens what the site keeps for as long as `use` takes. Where nothing was kept yet it says so: a wrong DATA_DIR is
 * likelier, and must not leave an empty file behind.
 */
export async function withStore<Store extends { close(): Promise<void> }>(
  environment: StorageEnvironment,
  { content, open, mayBeNew = false, hint = 'check DATA_DIR' }: StoreToOpen<Store>,
  use: (store: Store) => Answer | Promise<Answer>,
): Promise<Answer> {
  const file = dataFile(environment, content);
  if (!mayBeNew && environment.DATABASE_URL === undefined && !existsSync(file))
    return failed(`There is no ${file}: ${hint}.`);
  const store = await open(environment);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

interface StoreToOpen<Store> {
  content: DataFileName;
  open(environment: StorageEnvironment): Promise<Store>;
  /** Makes it where there is none yet. */
  mayBeNew?: boolean;
  /** What may be the reason, and what to do. */
  hint?: string;
}

/** For a command of several, by its first argument. */
export function noSuchCommand(name: string | undefined): { fault: string } {
  return { fault: name === undefined ? 'Say what to do.' : `There is no command "${name}".` };
}

/** For a command that takes no positional arguments. */
export function noMore([surplus]: readonly string[]): { fault: string } | undefined {
  return surplus === undefined ? undefined : { fault: `Unexpected argument '${surplus}'.` };
}

export const done = (out: string): Answer => ({ exitCode: 0, out });
export const failed = (err: string): Answer => ({ exitCode: 1, err });

export function failedBy(problems: readonly Problem[]): Answer {
  return failed(problems.map(formatProblem).join('\n'));
}
