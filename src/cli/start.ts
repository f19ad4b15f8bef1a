import path from 'node:path';
import { progressFor } from '../build/progress.ts';
import { type Environment, readEnvironment } from '../config/environment.ts';
import { formatProblem, type Problem, sortProblems } from '../content/problem.ts';
import { isLoopbackHost } from '../server/cookies.ts';
import { loadRelease } from '../server/release.ts';
import { type RunningServer, serve } from '../server/serve.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

process.exitCode = await start();

/** `npm start`. Resolves with an exit code where it cannot; otherwise the server keeps the process alive. */
async function start(): Promise<number> {
  const { environment, problems } = readEnvironment(process.env);
  if (problems.length > 0 || !environment) return refuse(problems);

  const dist = path.resolve(projectDir, environment.DIST_DIR);
  const { buildSite } = await import('../build/build.ts');
  const built = await buildSite({
    environment,
    projectDir,
    progress: progressFor(process.stdout, process.env),
  });
  for (const problem of sortProblems(built.problems)) complain(formatProblem(problem));
  if (!built.ok) {
    if (!(await hasPublishedBuild(dist))) return 1;
    complain(
      'The build failed: the site is served as it was published before, without what has changed since.',
    );
  }

  const served = await serve({ environment, dist });
  if (served.problems) return refuse(served.problems);
  await introduce(served.server, environment);
  stopOnSignal(served.server);
  return 0;
}

function refuse(problems: readonly Problem[]): number {
  for (const problem of problems) complain(formatProblem(problem));
  return 1;
}

async function introduce({ origin, identity }: RunningServer, environment: Environment): Promise<void> {
  const { HOST, BASE_URL } = environment;
  const address = BASE_URL ?? origin;
  say(`Serving ${address}${address === origin ? '' : ` (on this machine: ${origin})`}`);
  const onlyHere = isLoopbackHost(HOST) || HOST === '::1';
  if (!onlyHere && !address.startsWith('https:')) {
    say('Passwords and articles travel unencrypted: put a proxy with HTTPS in front, and set BASE_URL.');
  }
  if (!(await identity.needsSetup())) return;
  if (BASE_URL === undefined && !isLoopbackHost(new URL(origin).host)) {
    say('There is no account yet. Create the administrator: npm run users -- add you@example.com');
    return;
  }
  const where = BASE_URL === undefined && !onlyHere ? ', on this machine only' : '';
  say(`There is no account yet. This link creates the administrator (once, within 15 minutes${where}):`);
  say(`  ${address}/setup?token=${await identity.createSetupToken()}`);
}

function stopOnSignal(server: RunningServer): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // A second signal, of either kind, ends the process at once.
      process.once('SIGTERM', () => process.exit(1));
      process.once('SIGINT', () => process.exit(1));
      void server.stop().then(() => process.exit(0));
    });
  }
}

async function hasPublishedBuild(dist: string): Promise<boolean> {
  return (await loadRelease({ folder: dist, https: false })).release !== undefined;
}
