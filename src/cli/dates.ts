import { writeDates } from '../build/write-dates.ts';
import { defineCommand, done, failedBy, noMore } from './command.ts';

export const command = defineCommand({
  help: `Writes into the site folder when each document was last committed, as dates.json. A build that has no history
to ask, as in a container or a shallow clone, takes from there what "Last updated" says.

  {call}

Exit code: 0 written, 1 there is no whole history here, 2 misused.`,
  options: {},
  parse: (positionals) => noMore(positionals) ?? { wanted: undefined },
  async run(_wanted, environment) {
    const { file, problem } = await writeDates(environment, process.cwd());
    return problem ? failedBy([problem]) : done(`Written: ${file}`);
  },
});
