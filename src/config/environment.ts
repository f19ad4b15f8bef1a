import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { didYouMean } from '../shared/near-name.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { describeFileReason } from '../shared/reason.ts';
import { isFile } from '../shared/regular-file.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { findIdentityProblems } from './identity-problems.ts';
import { identityName, identityVariables } from './identity-variables.ts';
import {
  collectSettings,
  type FeatureSettings,
  host,
  nonEmptyText,
  onOrOff,
  port,
  type SettingsFeature,
  wholeNumber,
} from './settings.ts';

const databaseUrl = z.string().superRefine((value, context) => {
  const { problem } = parseDatabaseUrl(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** Names, separated by commas. */
/**
 * Names, separated by commas. An empty value is an empty list: `FEATURES_OFF=` in a file of settings switches nothing
 * off.
 */
const nameList = z.string().transform((value) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

const commonVariables = {
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine(
      isOrigin,
      'must be an address without path, query, name and password, such as https://docs.example.com',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: nonEmptyText.default('data'),
  BACKUP_DIR: nonEmptyText.optional(),
  BACKUP_HOURS: wholeNumber(1, 8_760).default(24),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(7),
  SITE_DIR: nonEmptyText.optional(),
  EDITOR_URL: z
    .string()
    .regex(/^(?:none|[a-z][a-z\d+.-]*:.*\{file\}.*)$/i, 'must be a URL with {file}, or none')
    .refine((url) => !/^(?:javascript|data|vbscript):/i.test(url), 'must be a URL that opens an editor')
    .default('vscode://file/{file}:{line}'),
  DOCS_DIR: nonEmptyText.optional(),
  SIDEBARS: nonEmptyText.optional(),
  MARKDOWN_FORMAT: z.enum(['mdx', 'md', 'detect']).optional(),
  BROKEN_LINKS: z.enum(['fail', 'warn']).optional(),
  BROKEN_DOCUMENTS: z.enum(['fail', 'warn']).default('fail'),
  DIST_DIR: nonEmptyText.default('dist'),
  FEATURES: nameList.default([]),
  FEATURES_OFF: nameList.default([]),
  RELEASES_KEEP: wholeNumber(2, 1_000).default(10),
  PUBLISH_MAX_MB: wholeNumber(1, 1_000_000).default(2_000),
  PUBLISH_RENDERERS: onOrOff.default(false),
  DEPLOY_TOKEN: nonEmptyText.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber(2, 500).default(10),
  AUDIT_DAYS: wholeNumber(1, 3_650).default(180),
  DIGEST: onOrOff.default(true),
  SESSION_HOURS: wholeNumber(1, 336).default(336),
  SESSION_GRACE_SECONDS: wholeNumber(0, 86_400).default(300),
  AGENTS: onOrOff.default(true),
  TOKEN_DAYS: wholeNumber(0, 3_650).default(90),
  PROVIDER_CHECK_MINUTES: wholeNumber(0, 20_160).default(60),
  SECOND_FACTOR: z.enum(['off', 'administrators', 'everybody']).default('off'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 random characters').optional(),
  IDENTITY: identityName.default('local'),
  ...identityVariables,
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(256, 'must have at most 256 characters')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, such as Docs <docs@example.com>',
    )
    .optional(),
  SEARCH: z.enum(['embedded', 'algolia']).default('embedded'),
  ALGOLIA_APP_ID: nonEmptyText.optional(),
  ALGOLIA_API_KEY: nonEmptyText.optional(),
  ALGOLIA_INDEX: nonEmptyText.optional(),
  SEARCH_RERANKER: nonEmptyText.optional(),
  TRUST_PROXY: onOrOff.default(false),
  WORKERS: wholeNumber(1, 64, 'must be a whole number, 1 to 64').default(1),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

type CommonVariables = z.output<z.ZodObject<typeof commonVariables>>;

/** All settings. Those of a feature are there if it is installed. */
export type Environment = Readonly<CommonVariables & FeatureSettings>;

type EnvironmentResult =
  | { environment: Environment; problems: [] }
  | { environment?: never; problems: Problem[] };

interface EnvironmentOptions {
  /** The installed features. */
  features: readonly SettingsFeature[];
  /** Folder of the file `.env`. Paths in `NAME_FILE` variables are relative to it. Default: the working folder. */
  folder?: string;
}

/**
 * Reads all settings from the process and from `.env`. `NAME_FILE` names a file with the value of `NAME`. Throws if two
 * features declare the same variable, or one that every installation has.
 */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  { features, folder = process.cwd() }: EnvironmentOptions,
): EnvironmentResult {
  const variables = z.object({ ...commonVariables, ...collectFeatureVariables(features) });
  const names = Object.keys(variables.shape);
  const spellings = listSpellings(names);
  const problems: Problem[] = [];
  const dotEnv = readDotEnv(folder, problems);
  const settings: Record<string, string | undefined> = { ...dotEnv.values, ...source };
  // Name the line in `.env` only if the process doesn't override it.
  const report = (name: string, message: string) => {
    const set = [name, `${name}_FILE`].find((spelling) => settings[spelling] !== undefined);
    const line = set !== undefined && source[set] === undefined ? dotEnv.findLine(set) : undefined;
    problems.push(createProblem(message, line));
  };

  for (const name of Object.keys(dotEnv.values)) {
    if (spellings.includes(name)) continue;
    problems.push(
      createProblem(`${name} isn't a setting.${didYouMean(name, spellings)}`, dotEnv.findLine(name)),
    );
  }
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = readValue(name, settings, folder, report);
    if (value !== undefined) values[name] = value;
  }
  const parseResult = variables.safeParse(values);
  for (const issue of parseResult.error?.issues ?? []) {
    const name = String(issue.path[0]);
    report(name, `${name} ${describe(issue)}.`);
  }
  for (const name of names.filter((candidate) => candidate.endsWith('_DIR'))) {
    const value = values[name];
    if (value !== undefined && isFile(value))
      report(name, `${name} is ${value}, which is a file. Set it to a folder.`);
  }
  for (const message of [
    ...findIdentityProblems(values, source.NODE_ENV),
    ...findMailProblems(values),
    ...findBackupProblems(values),
    ...findDatabaseProblems(values),
    ...findRerankerProblems(values),
    ...findFactorProblems(values),
    ...features.flatMap((feature) => feature.findSettingProblems?.(values, source.NODE_ENV) ?? []),
  ])
    problems.push(createProblem(message));
  if (!parseResult.success || problems.length > 0) return { problems: sortProblems(problems) };
  // The schemas of the features gave the values their declared types.
  return { environment: parseResult.data as Environment, problems: [] };
}

/**
 * Reads the variables that say which features there are, before the settings of these are known. Returns undefined if
 * they can't be read: `readEnvironment` says why.
 */
export function readFeatureNames(
  source: Readonly<Record<string, string | undefined>>,
  folder = process.cwd(),
): Pick<Environment, 'SITE_DIR' | 'FEATURES' | 'FEATURES_OFF'> | undefined {
  const { SITE_DIR, FEATURES, FEATURES_OFF } = commonVariables;
  const settings: Record<string, string | undefined> = { ...readDotEnv(folder, []).values, ...source };
  const readName = (name: string) => readValue(name, settings, folder, () => {});
  const values = {
    SITE_DIR: readName('SITE_DIR'),
    FEATURES: readName('FEATURES'),
    FEATURES_OFF: readName('FEATURES_OFF'),
  };
  return z.object({ SITE_DIR, FEATURES, FEATURES_OFF }).safeParse(values).data;
}

/** Collects the variables of these features. Throws if one is declared a second time. */
export function collectFeatureVariables(features: readonly SettingsFeature[]): z.ZodRawShape {
  const settings = Object.entries(collectSettings(features));
  const spellings = listSpellings([...Object.keys(commonVariables), ...settings.map(([name]) => name)]);
  const repeatedName = spellings.find((name, index) => spellings.indexOf(name) < index);
  if (repeatedName !== undefined) throw new Error(`The setting ${repeatedName} is declared a second time.`);
  return Object.fromEntries(settings.map(([name, { schema }]) => [name, schema]));
}

function listSpellings(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, `${name}_FILE`]);
}

/** Mail needs a sender, and BASE_URL for its links. */
function findMailProblems(settings: Readonly<Record<string, string>>): string[] {
  if (settings.SMTP_URL === undefined)
    return settings.MAIL_FROM === undefined
      ? []
      : ['MAIL_FROM has no effect without SMTP_URL. Set SMTP_URL or remove MAIL_FROM.'];
  const missingNames = ['MAIL_FROM', 'BASE_URL'].filter((name) => settings[name] === undefined);
  return missingNames.map((name) => `SMTP_URL requires ${name}.`);
}

/**
 * Identity providers have factors of their own. Several machines need one key to encrypt the secrets of one-time codes.
 */
function findFactorProblems(settings: Readonly<Record<string, string>>): string[] {
  if ((settings.SECOND_FACTOR ?? 'off') === 'off') return [];
  if ((settings.IDENTITY ?? 'local') !== 'local')
    return [
      'SECOND_FACTOR has no effect with an identity provider. Remove it, and require a second factor there.',
    ];
  return settings.DATABASE_URL !== undefined && settings.SECRET_KEY === undefined
    ? ['SECOND_FACTOR with DATABASE_URL requires SECRET_KEY, which encrypts the secrets of one-time codes.']
    : [];
}

function findBackupProblems(settings: Readonly<Record<string, string>>): string[] {
  const set = ['BACKUP_HOURS', 'BACKUP_KEEP'].filter((name) => settings[name] !== undefined);
  return settings.BACKUP_DIR === undefined
    ? set.map((name) => `${name} has no effect without BACKUP_DIR. Set BACKUP_DIR or remove ${name}.`)
    : [];
}

function findDatabaseProblems(settings: Readonly<Record<string, string>>): string[] {
  if (settings.DATABASE_URL !== undefined) return [];
  return ['DATABASE_LISTEN_URL', 'DATABASE_POOL']
    .filter((name) => settings[name] !== undefined)
    .map((name) => `${name} has no effect without DATABASE_URL. Set DATABASE_URL or remove ${name}.`);
}

/** The hosted service has an order of its own. */
function findRerankerProblems(settings: Readonly<Record<string, string>>): string[] {
  const { SEARCH_RERANKER: file } = settings;
  if (file === undefined) return [];
  if (settings.SEARCH === 'algolia')
    return ['SEARCH_RERANKER has no effect with SEARCH=algolia. Remove one of them.'];
  if (isFile(file)) return [];
  return [
    `SEARCH_RERANKER is ${file}, which isn't a file. Set it to the module of a reranker, such as ./reranker/reranker.ts.`,
  ];
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  // A value that isn't a URL gets the message of the URL schema instead.
  return url === null || !/^https?:$/.test(url.protocol) || url.href === `${url.origin}/`;
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return 'must be a whole number';
  return issue.message;
}

function readValue(
  name: string,
  settings: Record<string, string | undefined>,
  folder: string,
  report: (name: string, message: string) => void,
): string | undefined {
  const file = settings[`${name}_FILE`];
  if (file === undefined) return settings[name];
  if (settings[name] !== undefined) {
    report(name, `${name} and ${name}_FILE are both set. Remove one of them.`);
    return undefined;
  }
  try {
    return readFileSync(path.resolve(folder, file), 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    report(name, `${name}_FILE names a file that can't be read: ${describeFileReason(error)}.`);
    return undefined;
  }
}

interface DotEnv {
  values: Record<string, string | undefined>;
  /** Line of a setting, 1-based. If a setting is repeated, the last line wins, as for its value. */
  findLine(name: string): number | undefined;
}

const DOT_ENV = '.env';

function readDotEnv(folder: string, problems: Problem[]): DotEnv {
  let content = '';
  try {
    content = readFileSync(path.join(folder, DOT_ENV), 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!missing) problems.push(createProblem(`${DOT_ENV} can't be read: ${describeFileReason(error)}.`));
  }
  const lines = content.split(/\r?\n/);
  return {
    values: parseEnv(content),
    findLine: (name) => {
      const index = lines.findLastIndex(
        (line) => /^\s*(?:export\s+)?([^=]*?)\s*(?:=|$)/.exec(line)?.[1] === name,
      );
      return index === -1 ? undefined : index + 1;
    },
  };
}

function createProblem(message: string, line?: number): Problem {
  const position = line === undefined ? {} : { file: DOT_ENV, line };
  return { code: 'environment', severity: 'error', ...position, message };
}
