import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { tellLeftOut } from './left-out.ts';
import { missingPrograms } from './needed-program.ts';

/**
 * Ends the output with the tests that were left out because a program is missing, those that passed at the second try
 * only, and with `N passed, N failed`, for whoever reads only the last line.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    const tests: TestCase[] = [];
    for (const module of modules) {
      // A file that does not load, or a group whose beginning fails, has no tests that failed, and is a failure.
      failed += [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0).length;
      tests.push(...module.children.allTests());
    }
    for (const test of tests) {
      const state = test.result().state;
      if (state === 'passed') passed += 1;
      if (state === 'failed') failed += 1;
    }
    const told = tests.map((test) => ({
      file: test.module.relativeModuleId,
      fullName: test.fullName,
      tags: test.tags,
      skipped: test.result().state === 'skipped',
    }));
    const unsteady = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `Passed at the second try only: ${test.module.relativeModuleId} > ${test.fullName}`);
    const lines = [
      ...tellLeftOut(told, missingPrograms()),
      ...unsteady,
      `${passed} passed, ${failed} failed`,
    ];
    // The default reporter writes its summary first; this comes after it.
    process.on('exit', () => console.log(lines.join('\n')));
  }
}
