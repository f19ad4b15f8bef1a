import { defineConfig } from 'vitest/config';
import { sitePlugin } from './src/build/bundle/site-plugin.ts';
import { programTags } from './testing/needed-program.ts';
import SlowFirst from './testing/slow-first.ts';

export default defineConfig({
  // Components ask for what the bundler takes from a site folder.
  plugins: [sitePlugin(undefined)],
  test: {
    // Real parts start slowly on a busy machine; a hang still ends.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // Longer than Playwright waits for what a test does: what is polled may be on its way by then.
    expect: { poll: { timeout: 60_000 } },
    // One more than a machine for tests has processors: many tests wait for a program that they started.
    maxWorkers: 3,
    // A process for each file would load the same modules 250 times. No test replaces a module or changes its state.
    isolate: false,
    sequence: { sequencer: SlowFirst },
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
