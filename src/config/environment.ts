import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import type { Problem } from '../content/problem.ts';

const text = z.string().min(1, 'must not be empty');
const port = z.coerce.number().int().min(0, 'must be a port, 0 to 65535').max(65_535, 'must be a port, 0 to 65535');
const switched = z.enum(['on', 'off']).transform((value) => value === 'on');

const variables = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: port.default(3000),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((value) => URL.canParse(value) && new URL(value).pathname === '/', 'must not have a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: text.default('data'),
  DOCS_DIR: text.default('docs'),
  SIDEBARS: text.optional(),
  MARKDOWN_FORMAT: z.enum(['mdx', 'detect']).default('mdx'),
  BROKEN_LINKS: z.enum(['fail', 'warn']).default('fail'),
  DIST_DIR: text.default('dist'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  IDENTITY: z.enum(['local', 'firebase', 'oidc']).default('local'),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(256, 'must have at most 256 characters').optional(),
  SEARCH: z.enum(['embedded', 'algolia']).default('embedded'),
  ALGOLIA_APP_ID: text.optional(),
  ALGOLIA_API_KEY: text.optional(),
  ALGOLIA_INDEX: text.optional(),
  TRUST_PROXY: switched.default(false),
  WORKERS: z.coerce.number().int().min(1, 'must be 1 to 64').max(64, 'must be 1 to 64').default(1),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Variables = z.output<typeof variables>;
const names = Object.keys(variables.shape) as (keyof Variables & string)[];

export type Environment = Readonly<Variables>;
export type EnvironmentResult = { environment: Environment; problems: [] } | { environment?: never; problems: Problem[] };

/** Reads `NAME`, or the content of the file that `NAME_FILE` names, out of `.env` and then the process. */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  folder: string = process.cwd(),
): EnvironmentResult {
  const problems: Problem[] = [];
  const given: Record<string, string | undefined> = { ...readDotEnv(folder, problems), ...source };
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = valueOf(name, given, folder, problems);
    if (value !== undefined) values[name] = value;
  }
  const parsed = variables.safeParse(values);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      problems.push(problem(`${name} ${describe(issue)}.`));
    }
  }
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    problems.push(problem('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.'));
  }
  if (!parsed.success || problems.length > 0) return { problems };
  return { environment: parsed.data, problems: [] };
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return 'must be a whole number';
  return issue.message;
}

function valueOf(
  name: string,
  given: Record<string, string | undefined>,
  folder: string,
  problems: Problem[],
): string | undefined {
  const file = given[`${name}_FILE`];
  if (file === undefined) return given[name];
  if (given[name] !== undefined) {
    problems.push(problem(`${name} and ${name}_FILE are both set: keep one.`));
    return undefined;
  }
  try {
    return readFileSync(path.resolve(folder, file), 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    problems.push(problem(`${name}_FILE names a file that cannot be read: ${reason(error)}.`));
    return undefined;
  }
}

function readDotEnv(folder: string, problems: Problem[]): Record<string, string | undefined> {
  const file = path.join(folder, '.env');
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') problems.push(problem(`.env cannot be read: ${reason(error)}.`));
    return {};
  }
  return parseEnv(content);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function problem(message: string): Problem {
  return { code: 'environment', severity: 'error', message };
}
