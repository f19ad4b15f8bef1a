import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Real parts start slowly on a busy machine; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // A shared machine can starve a browser for seconds. What fails twice has failed; what passed at the second
    // time is named in the output.
    retry: process.env.CI ? 1 : 0,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    reporters: ['default', './tests/support/closing-line.ts'],
  },
});
