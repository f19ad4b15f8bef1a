import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { tellLeftOut } from './left-out.ts';
import { missingPrograms } from './needed-program.ts';
import { findStage, type Stage, stages } from './stages.ts';

type Outcome = Readonly<{
  tests: { file: string; fullName: string; tags: readonly string[]; skipped: boolean; passed: boolean }[];
  failed: number;
}>;

/**
 * Says how each stage of the run ended as soon as its last file has, and ends the output with the tests that were left
 * out because a program is missing, and with `N passed, N failed`.
 */
export default class ClosingLine implements Reporter {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #waiting = new Map<Stage, Set<string>>();
  #startedAt = 0;
  #errors = 0;

  constructor() {
    // The default reporter writes its summary first; this comes after it.
    process.on('exit', () => console.log(this.#lines().join('\n')));
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#startedAt = performance.now();
    for (const { testModule, moduleId, project } of specifications) {
      const file = testModule?.relativeModuleId ?? moduleId.slice(project.config.root.length + 1);
      const stage = findStage(file);
      this.#waiting.set(stage, (this.#waiting.get(stage) ?? new Set()).add(file));
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId;
    this.#outcomes.set(file, readOutcome(module));
    const stage = findStage(file);
    const waitingFiles = this.#waiting.get(stage);
    if (waitingFiles?.delete(file) && waitingFiles.size === 0) this.#tellStage(stage);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#errors += unhandledErrors.length;
    for (const module of modules) this.#outcomes.set(module.relativeModuleId, readOutcome(module));
  }

  get failed(): number {
    return [...this.#outcomes.values()].reduce((sum, { failed }) => sum + failed, this.#errors);
  }

  #tellStage(stage: Stage): void {
    const outcomes = [...this.#outcomes].filter(([file]) => findStage(file) === stage);
    const tests = outcomes.flatMap(([, outcome]) => outcome.tests);
    const failedCount = outcomes.reduce((sum, [, outcome]) => sum + outcome.failed, 0);
    const passedCount = tests.filter((test) => test.passed).length;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const step = `Stage ${stages.indexOf(stage) + 1} of ${stages.length}, ${stage}`;
    console.log(
      `\n${step}: ${passedCount} tests passed, ${failedCount} failed, ${seconds} s after the start.\n`,
    );
  }

  #lines(): string[] {
    const tests = [...this.#outcomes.values()].flatMap((outcome) => outcome.tests);
    return [
      ...tellLeftOut(tests, missingPrograms()),
      `${tests.filter(({ passed }) => passed).length} passed, ${this.failed} failed`,
    ];
  }
}

function readOutcome(module: TestModule): Outcome {
  const all = [...module.children.allTests()];
  // A file that doesn't load, or a group whose beginning fails, has no tests that failed, and is a failure.
  const groups = [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0).length;
  const isInState = (state: string) => (test: TestCase) => test.result().state === state;
  const tests = all.map((test) => ({
    file: module.relativeModuleId,
    fullName: test.fullName,
    tags: test.tags,
    skipped: isInState('skipped')(test),
    passed: isInState('passed')(test),
  }));
  return { tests, failed: groups + all.filter(isInState('failed')).length };
}
