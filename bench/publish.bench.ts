import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateDocs } from '../testing/generated-docs/generate-docs.ts';
import { startSite } from '../testing/running-site.ts';
import type { Bench, Figure } from './bench.ts';
import { cleanEnvironment, measureRun, projectDir } from './support/measured-run.ts';

const PAGES = 2_000;
const SAMPLE_EVERY_MS = 20;

/**
 * Measures the publication of a build to a server on this machine, whole and after one edit. Meanwhile it
 * measures how long health checks take and how long the main thread blocks.
 */
export const publishBench: Bench = {
  name: 'publish',
  about: `Publishing ${PAGES} pages: whole process, with the start of Node; the server on loopback`,
  async run({ folder, say }) {
    const root = folder();
    const peak = path.join(root, 'peak');
    const build = (docs: string, dist: string) =>
      measureRun('bench/support/build-once.ts', [docs, dist, path.join(root, 'cache')], peak);
    const docs = path.join(root, 'docs');
    const small = path.join(root, 'small');
    const dist = path.join(root, 'dist');
    const servedFolder = path.join(root, 'served');
    say('building');
    generateDocs(small, 5);
    const { files } = generateDocs(docs, PAGES);
    await build(small, servedFolder);
    await build(docs, dist);
    const environment = { DATA_DIR: path.join(root, 'data'), DIST_DIR: servedFolder, LOG_LEVEL: 'silent' };
    const stallsFile = path.join(root, 'stalls');
    const site = await startSite(
      {
        ...environment,
        BENCH_STALLS_FILE: stallsFile,
        NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'support/report-stalls.ts')}`,
      },
      'serve',
    );
    try {
      const run = promisify(execFile);
      const main = path.join(projectDir, 'bin/gatehouse.js');
      const env = { ...cleanEnvironment(), ...environment };
      const { stdout } = await run(process.execPath, [main, 'releases', 'tokens', 'add', 'bench'], { env });
      const publish = async (what: string) => {
        say(what);
        writeFileSync(stallsFile, '');
        const answers = watchAnswers(site.origin);
        const { seconds, output } = await measureRun(
          'bin/gatehouse.js',
          ['publish', dist, '--to', site.origin],
          peak,
          { DEPLOY_TOKEN: stdout.trim(), DATA_DIR: environment.DATA_DIR },
        );
        const summary = /: (\d+ of \d+ files sent), ([\d.]+) (kB|MB)/.exec(output);
        const kB = Number(summary?.[2]) * (summary?.[3] === 'MB' ? 1_000 : 1);
        return {
          seconds,
          kB,
          note: summary?.[1] ?? '',
          answer: await answers.longestMs(),
          stall: findLongestStall(stallsFile),
        };
      };
      const first = await publish('the first time');
      appendFileSync(path.join(docs, files[PAGES / 2] ?? ''), '\nOne more sentence.\n');
      await build(docs, dist);
      const edit = await publish('after one edit');
      const createFigures = (row: string, { seconds, kB, note, answer, stall }: typeof first): Figure[] => [
        { what: row, value: seconds, unit: 's', note },
        { what: `${row}, sent`, value: kB, unit: 'kB' },
        { what: `${row}, longest answer of the server meanwhile`, value: answer, unit: 'ms' },
        { what: `${row}, longest work of its main thread at a time`, value: stall, unit: 'ms' },
      ];
      return [...createFigures('the first time', first), ...createFigures('after one edit', edit)];
    } finally {
      await site.stop();
    }
  },
};

/** Blocking time of the main thread, without the time in which it waited for the processor. */
function findLongestStall(file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Math.max(0, ...lines.map((line) => Number(line.split(' ')[2])));
}

/** Measures how long a client that sends requests without a pause waits. */
function watchAnswers(origin: string): { longestMs(): Promise<number> } {
  let [longest, isOver] = [0, false];
  const pendingRequests = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${origin}/healthz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  return {
    longestMs: async () => {
      isOver = true;
      await pendingRequests;
      return longest;
    },
  };
}
