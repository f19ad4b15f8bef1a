import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with `N passed, N failed`, for whoever reads only the last line. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      // A file that does not load has no tests to count, and is a failure all the same.
      if (module.state() === 'failed' && module.children.size === 0) failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
      }
    }
    // The default reporter writes its summary first; this comes after it.
    process.on('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
