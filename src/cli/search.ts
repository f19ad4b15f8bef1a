import { runProgram } from './command.ts';
import { parseArguments, usage } from './search/arguments.ts';
import { push } from './search/push.ts';
import { report } from './search/report.ts';

await runProgram({
  usage,
  parse: parseArguments,
  run: (command, environment) =>
    command.name === 'report' ? report(environment, command) : push(environment),
});
