import { defineConfig } from 'vitest/config';
import { sitePlugin } from './src/build/bundle/site-plugin.ts';
import { programTags } from './testing/needed-program.ts';
import RunOrder from './testing/run-order.ts';

export default defineConfig({
  // Components ask for what the bundler takes from a site folder.
  plugins: [sitePlugin(undefined)],
  test: {
    testTimeout: 60_000,
    // The first that asks for our manual waits until all of it is built.
    hookTimeout: 240_000,
    // As long as Playwright waits for what a test does.
    expect: { poll: { timeout: 30_000 } },
    // One more than a machine for tests has processors: a test file waits for a timer or a disk for much of its time.
    // With four, tests of load and of times see a machine that is too busy.
    maxWorkers: 3,
    // A process for each file would load the same modules 440 times. No test replaces a module or changes its state.
    isolate: false,
    // Their functions become the text of published scripts. Node loads them here as it does in a build of the command
    // line, so that both make the same bundles, and a test uses what the other has built.
    server: {
      deps: { external: [/\/ui\/(sandbox\/sandbox-frame|live\/live-code\/frame\/live-holder)\.ts$/] },
    },
    sequence: { sequencer: RunOrder },
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'site/**/*.test.ts',
      'site/**/*.test.tsx',
      'tests/**/*.test.ts',
      'bench/**/*.test.ts',
      'testing/**/*.test.ts',
    ],
    tags: programTags(),
    globalSetup: './testing/shared-parts.ts',
    reporters: ['default', './testing/closing-line.ts'],
  },
});
