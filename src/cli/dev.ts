import path from 'node:path';
import { startPreview } from '../preview/preview.ts';
import { inBackground } from '../shared/in-background.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { defineCommand, failedBy, noMore } from './command.ts';

export const command = defineCommand({
  help: `A writing preview: a saved file shows in the open page, and search finds what it says.

  {call} [--gate]

--gate    only who signs in sees it; always so where other machines can reach it`,
  options: { gate: { type: 'boolean', default: false } },
  parse: (positionals, { gate }) => noMore(positionals) ?? { wanted: { gate } },
  async run({ gate }, environment) {
    const workDir = process.cwd();
    const preview = await startPreview({
      environment,
      workDir,
      gate,
      onChange: (files, found) => {
        const names = files.map((file) => path.relative(workDir, file)).join(', ');
        console.log(`${new Date().toLocaleTimeString('en-GB')} ${names}`);
        print(found.filter((problem) => problem.severity === 'error'));
      },
    });
    if (!preview.ok) return failedBy(preview.problems);
    print(preview.problems);
    console.log(`Writing preview: ${preview.origin}${preview.basePath === '/' ? '' : preview.basePath}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => inBackground(preview.close()));
    return undefined;
  },
});

function print(problems: readonly Problem[]): void {
  for (const problem of problems) console.error(formatProblem(problem));
}
