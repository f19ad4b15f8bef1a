import { runProgram } from './command.ts';
import { parseArguments, usage } from './store/arguments.ts';
import { runCommand } from './store/run-command.ts';

await runProgram({ usage, parse: parseArguments, run: runCommand });
