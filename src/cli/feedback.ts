import { runProgram } from './command.ts';
import { parseArguments, usage } from './feedback/arguments.ts';
import { list } from './feedback/list.ts';

await runProgram({
  usage,
  parse: parseArguments,
  run: (command, environment) => list(environment, command),
});
