/** The process of `run-command.ts`: runs one command after the other, as `src/cli/main.ts` runs one. */
import { Readable } from 'node:stream';
import { commands, loadFeaturesOfCommand } from '../src/cli/commands.ts';
import type { CommandResult } from '../src/command/define-command.ts';

export interface CommandCall {
  name: string;
  args: readonly string[];
  /** The folder where it runs. */
  folder: string;
  /** All its environment variables. */
  environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Standard input of the command. */
  input?: string | undefined;
}

export interface CommandAnswer {
  out: string;
  err: string;
  exitCode: number;
}

const home = process.cwd();

async function run({
  name,
  args,
  folder,
  environment = {},
  input = '',
}: CommandCall): Promise<CommandAnswer> {
  const answer: CommandAnswer = { out: '', err: '', exitCode: 0 };
  process.chdir(folder);
  for (const variable of Object.keys(process.env)) delete process.env[variable];
  Object.assign(process.env, environment);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.stdout.write = (chunk: Uint8Array | string) => {
    answer.out += chunk.toString();
    return true;
  };
  process.stderr.write = (chunk: Uint8Array | string) => {
    answer.err += chunk.toString();
    return true;
  };
  try {
    const result = await answerCommand(name, args);
    if (result?.err !== undefined) console.error(result.err);
    if (result?.out !== undefined) console.log(result.out);
    answer.exitCode = result?.exitCode ?? 0;
  } catch (error) {
    console.error(error);
    answer.exitCode = 1;
  }
  // A test removes its folder.
  process.chdir(home);
  return answer;
}

async function answerCommand(name: string, args: readonly string[]): Promise<CommandResult | undefined> {
  const entry = commands[name];
  if (entry === undefined) throw new Error(`There is no command "${name}".`);
  const { command } = await entry.load();
  return command.answer(name, args, await loadFeaturesOfCommand(args));
}

process.on('message', async (call: CommandCall) => process.send?.(await run(call)));
process.on('disconnect', () => process.exit());
