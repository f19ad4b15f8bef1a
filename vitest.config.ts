import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { createSitePlugin } from './src/build/bundle/site-plugin.ts';
import { createProgramTags } from './testing/needed-program.ts';
import { PATIENCE_MS } from './testing/patience.ts';
import RunOrder from './testing/run-order.ts';

/**
 * A test file waits for about half of its time. Three at once would use quiet processors better, but on a busy machine their
 * browsers slow each other down until tests run out of patience.
 */
const WORKERS_PER_PROCESSOR = 2;
const WORKERS_MIN = 4;
/** Memory that a worker may need, with its browser, servers, bundlers and temporary files. */
const WORKER_BYTES = 2.5 * 1024 ** 3;

/** The number of test files that run at the same time. */
function countWorkers(): number {
  const workersInMemory = Math.floor(process.availableMemory() / WORKER_BYTES);
  return Math.max(WORKERS_MIN, Math.min(WORKERS_PER_PROCESSOR * availableParallelism(), workersInMemory));
}

/** They measure what a server does under load, so they run after the others, on a machine that is less busy. */
const loadTests = ['tests/load/**/*.test.ts', 'tests/search/load.test.ts'];

export default defineConfig({
  // Components ask for what the bundler takes from a site folder.
  plugins: [createSitePlugin(undefined)],
  test: {
    testTimeout: 2 * PATIENCE_MS,
    // The first that asks for our manual waits until all of it is built.
    hookTimeout: 8 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // A process for each file would load the same modules 440 times. No test replaces a module or changes its state.
    isolate: false,
    // Their functions become the text of published scripts. Node loads them here as it does in a build of the command
    // line, so that both make the same bundles, and a test uses what the other has built.
    server: {
      deps: { external: [/\/ui\/(sandbox\/sandbox-frame|live\/live-holder)\.ts$/] },
    },
    // Tests throw away most of what they allocate. With more room for young objects, V8 collects them less often, which
    // saves 7 % of the processor time of builds.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    sequence: { sequencer: RunOrder },
    tags: createProgramTags(),
    globalSetup: './testing/shared-parts.ts',
    reporters: ['default', './testing/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{src,site,tests,bench,testing}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...loadTests],
          maxWorkers: countWorkers(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: loadTests,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
