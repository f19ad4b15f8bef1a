import { defineCommand, rejectSurplus } from '../command/define-command.ts';
import { serveUntilSignal } from './start/serve-until-signal.ts';

export const command = defineCommand({
  help: `Serves the release in DIST_DIR and builds nothing. DIST_DIR may be read-only.

  {call}

Exit code: 0 stopped, 1 nothing can be served, 2 wrong arguments.`,
  options: {},
  parse: (positionals) => rejectSurplus(positionals) ?? { input: undefined },
  run: (_input, environment) => serveUntilSignal(environment),
});
