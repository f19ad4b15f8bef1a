import { defineCommand, rejectSurplus, succeed } from 'gatehouse/feature';
import { readStatus } from './status-file.ts';

export const command = defineCommand({
  help: `Shows the status of the service, as readers see it on the status page.

  {call}

Exit code: 0 shown, 2 wrong arguments.`,
  options: {},
  parse: (positionals) => rejectSurplus(positionals) ?? { input: undefined },
  async run(_input, environment) {
    const { state, message } = readStatus(environment);
    return succeed(state === 'works' ? 'The service works.' : `The service is disturbed: ${message}`);
  },
});
