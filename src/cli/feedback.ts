import { readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../content/problem.ts';
import { parseArguments, usage } from './feedback/arguments.ts';
import { list } from './feedback/list.ts';

/** What a command prints, and how it ends. */
export interface Answer {
  exitCode: 0 | 1 | 2;
  out?: string;
  err?: string;
}

async function main(args: readonly string[]): Promise<Answer> {
  const parsed = parseArguments(args);
  if ('fault' in parsed) return { exitCode: 2, err: `${parsed.fault}\n\n${usage}` };
  if (parsed.command === 'help') return { exitCode: 0, out: usage };
  const { environment, problems } = readEnvironment(process.env);
  if (!environment) return { exitCode: 1, err: problems.map(formatProblem).join('\n') };
  return list(environment, parsed);
}

const { exitCode, out, err } = await main(process.argv.slice(2));
if (err !== undefined) console.error(err);
if (out !== undefined) console.log(out);
process.exitCode = exitCode;
