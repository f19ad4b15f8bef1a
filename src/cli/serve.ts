import { defineCommand, noMore } from './command.ts';
import { serveUntilSignal } from './start/serve-until-signal.ts';

export const command = defineCommand({
  help: `Serves the build that is in DIST_DIR, and builds nothing: for machines with a read-only volume.

  {call}`,
  options: {},
  parse: (positionals) => noMore(positionals) ?? { wanted: undefined },
  run: (_wanted, environment) => serveUntilSignal(environment),
});
