import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Environment, readEnvironment } from '../config/environment.ts';
import type { SettingsFeature } from '../config/settings.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { listReleases } from '../releases/release-record.ts';
import { readEngineVersion } from '../shared/engine-dir.ts';
import { describeFileError, isMissing } from '../shared/file-errors.ts';
import { didYouMean, findNearName } from '../shared/near-name.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import type { DataFile } from '../storage/data-file.ts';
import { locateDataFile, type StorageEnvironment } from '../storage/open-database.ts';
import { StoreError } from '../storage/store-error.ts';

/** Exit code of a command: 0 if it succeeded, 1 if it failed, 2 if its arguments were wrong. */
export interface CommandResult {
  exitCode: 0 | 1 | 2;
  /** Printed to standard output. */
  out?: string;
  /** Printed to standard error. */
  err?: string;
}

/** The arguments of a command after parsing, or one sentence that says what is wrong with them. */
export type ParsedArguments<Input> = { input: Input } | { misuse: string };

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true }>
>['values'];

interface CommandDefinition<Options extends ParseArgsOptionsConfig, Input> {
  /** The text of `--help`. `{call}` becomes the way in which the command was called: `npm run users --`. */
  help: string;
  options: Options;
  /** Parses the positional arguments and the options. Must not depend on anything else. */
  parse(positionals: readonly string[], values: OptionValues<Options>): ParsedArguments<Input>;
  /** Resolves with `undefined` when the process goes on, for example while it serves the site. */
  run(input: Input, environment: Environment): Promise<CommandResult | undefined>;
  /** Runs instead of `run` when the environment is invalid. Without it the problems are printed. */
  withoutEnvironment?(input: Input, problems: readonly Problem[]): Promise<CommandResult>;
}

/** An entry in the list of commands. */
export interface CommandEntry {
  /** One line for the list of commands. */
  about: string;
  /** Set if the command needs neither compiler nor bundler, so that it also works in a server's installation. */
  whereServed?: true;
  /** Loads the module of the command when it is called. */
  load(): Promise<{ command: Command }>;
}

/** A command of `gatehouse`. */
interface Command {
  /** `name`: how the user called it. `features`: the installed features, whose settings the command reads. */
  answer(
    name: string,
    args: readonly string[],
    features: readonly SettingsFeature[],
  ): Promise<CommandResult | undefined>;
}

const commonOptions = {
  help: { type: 'boolean', short: 'h' },
  site: { type: 'string' },
  version: { type: 'boolean' },
} as const;

const commonHelp = `Common options:
  --site <folder>    Use this site folder instead of SITE_DIR.
  --version          Print the version of Gatehouse and the release in DIST_DIR.
  --help             Print this help.`;

/** Defines a command. Help, arguments, environment, errors and exit codes work the same in all commands. */
export function defineCommand<const Options extends ParseArgsOptionsConfig, Input>(
  definition: CommandDefinition<Options, Input>,
): Command {
  return {
    async answer(name, args, features) {
      const help = `${definition.help.replaceAll('{call}', describeCall(name))}\n\n${commonHelp}`;
      if (args[0] === 'help') return succeed(help);
      const parsedArguments = readArguments(definition, args);
      if (parsedArguments === 'help') return succeed(help);
      if (parsedArguments === 'version') return showVersion(features);
      if ('misuse' in parsedArguments)
        return { exitCode: 2, err: `${parsedArguments.misuse}\nSee "${describeCall(name)} --help".` };
      if (parsedArguments.site !== undefined) process.env.SITE_DIR = parsedArguments.site;
      const { environment, problems } = readEnvironment(process.env, { features });
      try {
        if (environment) return await definition.run(parsedArguments.input, environment);
        if (definition.withoutEnvironment)
          return await definition.withoutEnvironment(parsedArguments.input, problems);
        return failWith(problems);
      } catch (error) {
        const message = error instanceof StoreError ? error.message : describeFileError(error);
        if (message === undefined) throw error;
        return fail(message);
      }
    },
  };
}

/** The versions of Gatehouse and Node, and the release in `DIST_DIR` if there is one. */
export function showVersion(features: readonly SettingsFeature[]): CommandResult {
  const { environment } = readEnvironment(process.env, { features });
  const release = environment && listReleases(resolveDistDir(environment)).live;
  const lines = [`gatehouse ${readEngineVersion()}`, `node ${process.versions.node}`];
  if (release) lines.push(`release ${release.name}, built by version ${release.engine}`);
  return succeed(lines.join('\n'));
}

/** The command as this user called it, as an npm script or by its name. */
function describeCall(name: string): string {
  return process.env.npm_lifecycle_event === name ? `npm run ${name} --` : `gatehouse ${name}`;
}

function readArguments<Options extends ParseArgsOptionsConfig, Input>(
  { options, parse }: CommandDefinition<Options, Input>,
  args: readonly string[],
): { input: Input; site: string | undefined } | { misuse: string } | 'help' | 'version' {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...commonOptions, ...options },
      allowPositionals: true,
    });
    const { help, site, version, ...ownValues } = values as {
      help?: boolean;
      site?: string;
      version?: boolean;
    };
    if (help) return 'help';
    if (version) return 'version';
    const parsedArguments = parse(positionals, ownValues as OptionValues<Options>);
    return 'misuse' in parsedArguments ? parsedArguments : { ...parsedArguments, site };
  } catch (error) {
    return { misuse: describeParserError(error, Object.keys({ ...commonOptions, ...options })) };
  }
}

/** Says what is wrong with the options that Node's parser rejects. `names`: the options of the command. */
function describeParserError(error: unknown, names: readonly string[]): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof Error) || !code.startsWith('ERR_PARSE_ARGS')) throw error;
  const [option = ''] = /(?<=')-[^' ]+/.exec(error.message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const similarName = findNearName(option.replace(/^-+/, ''), names);
    const hint = similarName === undefined ? '' : ` Did you mean "--${similarName}"?`;
    return `Unknown option "${option}".${hint}`;
  }
  const longOption = /--[\w-]+/.exec(error.message)?.[0] ?? option;
  return error.message.includes('does not take an argument')
    ? `"${longOption}" takes no value.`
    : `"${longOption}" needs a value: ${longOption} <value>`;
}

interface StoreToOpen<Store> {
  file: DataFile;
  open(environment: StorageEnvironment): Promise<Store>;
  /** Creates the file if it doesn't exist. */
  mayBeNew?: boolean;
  /** Ends the message about a missing file: what the user should do. */
  hint?: string;
}

/**
 * Opens a store, passes it to `use`, and closes it. Fails if the store's file doesn't exist, unless `mayBeNew` is set: a
 * wrong `DATA_DIR` is the likeliest reason, and opening would leave an empty file there.
 */
export async function withStore<Store extends { close(): Promise<void> }>(
  environment: StorageEnvironment,
  { file, open, mayBeNew = false, hint = 'Check DATA_DIR.' }: StoreToOpen<Store>,
  use: (store: Store) => CommandResult | Promise<CommandResult>,
): Promise<CommandResult> {
  const path = locateDataFile(environment, file);
  if (!mayBeNew && environment.DATABASE_URL === undefined && isMissing(path))
    return fail(`${path} doesn't exist. ${hint}`);
  const store = await open(environment);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Longer lists of subcommands are left to `--help`. */
const LISTED_SUBCOMMANDS_MAX = 5;

/** For a command with subcommands whose first argument is missing or unknown. */
export function rejectSubcommand(
  name: string | undefined,
  subcommands: readonly string[],
): { misuse: string } {
  const nearName = name === undefined ? '' : didYouMean(name, subcommands);
  const hint =
    nearName === '' && subcommands.length <= LISTED_SUBCOMMANDS_MAX
      ? ` Use ${new Intl.ListFormat('en', { type: 'disjunction' }).format(subcommands)}.`
      : nearName;
  return {
    misuse: name === undefined ? `A subcommand is missing.${hint}` : `Unknown subcommand "${name}".${hint}`,
  };
}

/** For a command that takes no further positional arguments. */
export function rejectSurplus([surplus]: readonly string[]): { misuse: string } | undefined {
  return surplus === undefined ? undefined : { misuse: `Unexpected argument "${surplus}".` };
}

export const succeed = (out: string): CommandResult => ({ exitCode: 0, out });
export const fail = (err: string): CommandResult => ({ exitCode: 1, err });

export function failWith(problems: readonly Problem[]): CommandResult {
  return fail(problems.map(formatProblem).join('\n'));
}
