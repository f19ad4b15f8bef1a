import { writeDates } from '../build/write-dates.ts';
import { defineCommand, failWith, rejectSurplus, succeed } from '../command/define-command.ts';
import { formatCount } from '../command/terminal-text.ts';

export const command = defineCommand({
  help: `Writes dates.json into the site folder: when each document was last committed. A build without Git history, as in
a container or a shallow clone, takes the dates of "Last updated" from this file.

  {call}

Exit code: 0 written, 1 the Git history is missing or incomplete, 2 wrong arguments.`,
  options: {},
  parse: (positionals) => rejectSurplus(positionals) ?? { input: undefined },
  async run(_input, environment) {
    const startedAt = performance.now();
    const { file, documents, problem } = await writeDates(environment, process.cwd());
    if (problem) return failWith([problem]);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    return succeed(`Wrote the dates of ${formatCount(documents, 'document')} to ${file} in ${seconds} s.`);
  },
});
