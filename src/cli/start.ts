import { type Environment, readEnvironment } from '../config/environment.ts';
import { loadRelease } from '../server/release.ts';
import { formatProblem, type Problem, sortProblems } from '../shared/problem.ts';
import { introduce } from './start/introduce.ts';
import { distOf, serveSite } from './start/serve-site.ts';
import { listenForWorkerMetrics } from './start/worker-metrics.ts';
import { startWorkers } from './start/workers.ts';

const complain = (line: string) => void process.stderr.write(`${line}\n`);

process.exitCode = await start();

/** `npm start`, and `npm run serve` with `--no-build`. Resolves with an exit code where it cannot; otherwise the server keeps the process alive. */
async function start(): Promise<number> {
  const { environment, problems } = readEnvironment(process.env);
  if (problems.length > 0 || !environment) return refuse(problems);

  // A machine that only serves has no need of what builds, nor of a folder that may be written.
  const onlyServe = process.argv.includes('--no-build');
  if (!onlyServe && !(await buildOrKeep(environment))) return 1;
  return environment.WORKERS > 1 ? serveWithWorkers(environment) : serveAlone(environment);
}

/** False when there is nothing to serve. */
async function buildOrKeep(environment: Environment): Promise<boolean> {
  const [{ buildSite }, { progressFor }] = await Promise.all([
    import('../build/build.ts'),
    import('../build/progress.ts'),
  ]);
  const progress = progressFor(process.stdout, process.env);
  const built = await buildSite({ environment, workDir: process.cwd(), progress });
  for (const problem of sortProblems(built.problems)) complain(formatProblem(problem));
  if (built.ok) return true;
  if (!(await hasPublishedBuild(environment))) return false;
  complain(
    'The build failed: the site is served as it was published before, without what has changed since.',
  );
  return true;
}

async function serveAlone(environment: Environment): Promise<number> {
  const served = await serveSite(environment);
  if (served.problems) return refuse(served.problems);
  const { server } = served;
  await introduce(server, environment);
  stopOnSignal(server.stop, () => {});
  return 0;
}

async function serveWithWorkers(environment: Environment): Promise<number> {
  const started = await startWorkers(environment.WORKERS, complain);
  if (started.problems) return refuse(started.problems);
  const { workers } = started;
  const metrics = await listenForWorkerMetrics(environment);
  if (metrics.problem) {
    await workers.stop();
    return refuse([metrics.problem]);
  }
  stopOnSignal(async () => {
    await metrics.listener?.close();
    await workers.stop();
  }, workers.kill);
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
