import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Real parts start slowly on a busy machine; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    reporters: ['default', './tests/support/closing-line.ts'],
  },
});
