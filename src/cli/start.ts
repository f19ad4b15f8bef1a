import { progressFor } from '../build/progress.ts';
import { type Environment, readEnvironment } from '../config/environment.ts';
import { formatProblem, type Problem, sortProblems } from '../content/problem.ts';
import { loadRelease } from '../server/release.ts';
import { introduce } from './start/introduce.ts';
import { distOf, projectDir, serveSite } from './start/serve-site.ts';
import { startWorkers } from './start/workers.ts';

const complain = (line: string) => void process.stderr.write(`${line}\n`);

process.exitCode = await start();

/** `npm start`. Resolves with an exit code where it cannot; otherwise the server keeps the process alive. */
async function start(): Promise<number> {
  const { environment, problems } = readEnvironment(process.env);
  if (problems.length > 0 || !environment) return refuse(problems);

  const { buildSite } = await import('../build/build.ts');
  const built = await buildSite({
    environment,
    projectDir,
    progress: progressFor(process.stdout, process.env),
  });
  for (const problem of sortProblems(built.problems)) complain(formatProblem(problem));
  if (!built.ok) {
    if (!(await hasPublishedBuild(environment))) return 1;
    complain(
      'The build failed: the site is served as it was published before, without what has changed since.',
    );
  }
  return environment.WORKERS > 1 ? serveWithWorkers(environment.WORKERS) : serveAlone(environment);
}

async function serveAlone(environment: Environment): Promise<number> {
  const served = await serveSite(environment);
  if (served.problems) return refuse(served.problems);
  const { server } = served;
  await introduce(server, environment);
  stopOnSignal(server.stop, () => {});
  return 0;
}

async function serveWithWorkers(count: number): Promise<number> {
  const started = await startWorkers(count, complain);
  if (started.problems) return refuse(started.problems);
  stopOnSignal(started.workers.stop, started.workers.kill);
  return 0;
}

function refuse(problems: readonly Problem[]): number {
  for (const problem of problems) complain(formatProblem(problem));
  return 1;
}

/** In order at the first signal, at once at the second, of either kind. */
function stopOnSignal(stop: () => Promise<void>, kill: () => void): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) {
        kill();
        process.exit(1);
      }
      stopping = true;
      void stop().then(() => process.exit(0));
    });
  }
}

async function hasPublishedBuild(environment: Environment): Promise<boolean> {
  return (await loadRelease({ folder: distOf(environment), https: false })).release !== undefined;
}
