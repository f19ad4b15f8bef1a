import { type Environment, readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../shared/problem.ts';
import { StoreError } from '../storage/store-error.ts';

/** What a command prints, and how it ends: 0 done, 1 not done, 2 misused. */
export interface Answer {
  exitCode: 0 | 1 | 2;
  out?: string;
  err?: string;
}

/** What is asked for, or one sentence on why it cannot be told. */
export type Parsed<Command> = { command: Command } | { fault: string };

interface Program<Command> {
  usage: string;
  parse(args: readonly string[]): Parsed<Command>;
  run(command: Command, environment: Environment): Promise<Answer>;
}

/** Does what this process was called for. */
export async function runProgram<Command>(program: Program<Command>): Promise<void> {
  const { exitCode, out, err } = await answer(program, process.argv.slice(2));
  if (err !== undefined) console.error(err);
  if (out !== undefined) console.log(out);
  process.exitCode = exitCode;
}

async function answer<Command>(program: Program<Command>, args: readonly string[]): Promise<Answer> {
  const { usage } = program;
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help')
    return { exitCode: 0, out: usage };
  const parsed = parse(program, args);
  if ('fault' in parsed) return { exitCode: 2, err: `${parsed.fault}\n\n${usage}` };
  const { environment, problems } = readEnvironment(process.env);
  if (environment === undefined) return { exitCode: 1, err: problems.map(formatProblem).join('\n') };
  try {
    return await program.run(parsed.command, environment);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { exitCode: 1, err: error.message };
  }
}

/** What Node's parser refuses is a fault as well; only its first sentence, the rest is about leading dashes. */
function parse<Command>(program: Program<Command>, args: readonly string[]): Parsed<Command> {
  try {
    return program.parse(args);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!(error instanceof Error) || !code.startsWith('ERR_PARSE_ARGS')) throw error;
    return { fault: `${error.message.replace(/\. .*$/s, '').replace(/\.$/, '')}.` };
  }
}
