import { readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../content/problem.ts';
import { StoreError } from '../identity/store-error.ts';
import { parseArguments, usage } from './store/arguments.ts';
import { runCommand } from './store/run-command.ts';
import type { Answer } from './users/run-command.ts';

async function main(args: readonly string[]): Promise<Answer> {
  const parsed = parseArguments(args);
  if ('help' in parsed) return { exitCode: 0, out: usage };
  if ('fault' in parsed) return { exitCode: 2, err: `${parsed.fault}\n\n${usage}` };
  const { environment, problems } = readEnvironment(process.env);
  if (environment === undefined) return { exitCode: 1, err: problems.map(formatProblem).join('\n') };
  try {
    return await runCommand(parsed.command, environment);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { exitCode: 1, err: error.message };
  }
}

const { exitCode, out, err } = await main(process.argv.slice(2));
if (err !== undefined) console.error(err);
if (out !== undefined) console.log(out);
process.exitCode = exitCode;
