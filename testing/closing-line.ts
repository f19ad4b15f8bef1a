import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { tellLeftOut } from './left-out.ts';
import { missingPrograms } from './needed-program.ts';

type Outcome = Readonly<{
  tests: { file: string; fullName: string; tags: readonly string[]; skipped: boolean; passed: boolean }[];
  failed: number;
  /** What failed the time before, and not this time. */
  unsteady: string[];
}>;

/**
 * Ends the output with the tests that were left out because a program is missing, the files that passed at the second
 * try only, and with `N passed, N failed`, for whoever reads only the last line.
 */
export default class ClosingLine implements Reporter {
  readonly #outcomes = new Map<string, Outcome>();
  #errors = 0;

  constructor() {
    // The default reporter writes its summary first; this comes after it.
    process.on('exit', () => console.log(this.#lines().join('\n')));
  }

  /** A file that ran twice counts as it ended. */
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#errors += unhandledErrors.length;
    for (const module of modules) {
      const before = this.#outcomes.get(module.relativeModuleId);
      this.#outcomes.set(module.relativeModuleId, outcomeOf(module, before));
    }
  }

  get failed(): number {
    return [...this.#outcomes.values()].reduce((sum, { failed }) => sum + failed, this.#errors);
  }

  #lines(): string[] {
    const outcomes = [...this.#outcomes.values()];
    const tests = outcomes.flatMap((outcome) => outcome.tests);
    return [
      ...tellLeftOut(tests, missingPrograms()),
      ...outcomes.flatMap(({ unsteady }) => unsteady.map((name) => `Passed at the second try only: ${name}`)),
      `${tests.filter(({ passed }) => passed).length} passed, ${this.failed} failed`,
    ];
  }
}

function outcomeOf(module: TestModule, before: Outcome | undefined): Outcome {
  const all = [...module.children.allTests()];
  // A file that does not load, or a group whose beginning fails, has no tests that failed, and is a failure.
  const groups = [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0).length;
  const isA = (state: string) => (test: TestCase) => test.result().state === state;
  const tests = all.map((test) => ({
    file: module.relativeModuleId,
    fullName: test.fullName,
    tags: test.tags,
    skipped: isA('skipped')(test),
    passed: isA('passed')(test),
  }));
  const failed = groups + all.filter(isA('failed')).length;
  const unsteady =
    before === undefined || failed > 0
      ? []
      : before.tests
          .filter(({ passed, skipped }) => !passed && !skipped)
          .map(({ file, fullName }) => `${file} > ${fullName}`);
  return { tests, failed, unsteady };
}
