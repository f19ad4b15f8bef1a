import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/environment.ts';
import { startPreview } from '../preview/preview.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';

const workDir = process.cwd();

process.exitCode = await dev();

/** `npm run dev`. Resolves with an exit code where it cannot start; otherwise the preview keeps the process alive. */
async function dev(): Promise<number> {
  const { values } = parseArgs({ options: { gate: { type: 'boolean', default: false } } });
  const { environment, problems } = readEnvironment(process.env);
  if (!environment) {
    print(problems);
    return 1;
  }
  const { HOST: host, PORT: port } = environment;
  const preview = await startPreview({
    environment,
    workDir,
    host,
    port,
    gate: values.gate,
    onChange: (files, found) => {
      console.log(
        `${new Date().toLocaleTimeString('en-GB')} ${files.map((file) => path.relative(workDir, file)).join(', ')}`,
      );
      print(found.filter((problem) => problem.severity === 'error'));
    },
  });
  if (!preview.ok) {
    print(preview.problems);
    return 1;
  }
  print(preview.problems);
  console.log(`Writing preview: ${preview.origin}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void preview.close());
  return 0;
}

function print(problems: readonly Problem[]): void {
  for (const problem of problems) console.error(formatProblem(problem));
}
