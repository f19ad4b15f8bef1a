import path from 'node:path';
import { defineCommand, failWith, rejectSurplus } from '../command/define-command.ts';
import { toBuildFeatures } from '../features/feature.ts';
import { installFeatures } from '../features/index.ts';
import { startPreview } from '../preview/preview.ts';
import { runInBackground } from '../shared/in-background.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';

export const command = defineCommand({
  help: `Serves a preview of the site while you write. Every file you save appears in the open page and in search.
Stop the preview with Ctrl+C.

  {call} [--gate]

  --gate   Require sign-in. Always on when other machines can reach the preview (HOST).

Exit code: 0 stopped, 1 the preview can't start, 2 wrong arguments.`,
  options: { gate: { type: 'boolean', default: false } },
  parse: (positionals, { gate }) => rejectSurplus(positionals) ?? { input: { gate } },
  async run({ gate }, environment) {
    const { features, problems } = await installFeatures(environment);
    if (problems) return failWith(problems);
    const workDir = process.cwd();
    const preview = await startPreview({
      environment: { ...environment, features: toBuildFeatures(features) },
      workDir,
      features,
      gate,
      onChange: (files, problems) => {
        const names = files.map((file) => path.relative(workDir, file)).join(', ');
        console.log(`${new Date().toLocaleTimeString('en-GB')} ${names}`);
        printProblems(problems.filter((problem) => problem.severity === 'error'));
      },
    });
    if (!preview.ok) return failWith(preview.problems);
    printProblems(preview.problems);
    console.log(`Preview: ${preview.origin}${preview.basePath === '/' ? '' : preview.basePath}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => runInBackground(preview.close()));
    return undefined;
  },
});

function printProblems(problems: readonly Problem[]): void {
  for (const problem of problems) console.error(formatProblem(problem));
}
