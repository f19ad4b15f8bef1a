import { createVitest, parseCLI, type TestModule } from 'vitest/node';
import ClosingLine from './closing-line.ts';
import { isBrowser } from './needed-program.ts';

/** With more failures than these it is not a race that was lost. */
const MOST_FILES_AGAIN = 3;

/**
 * `npm test`: all tests, or those of the files that the arguments name as for `vitest run`. A file that drives a browser
 * may lose a race against a busy machine: when it failed, it runs a second time, as a whole, since its tests build on
 * one another. The end of the run names what passed only then.
 */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const closingLine = new ClosingLine();
const vitest = await createVitest('test', { ...options, watch: false, reporters: ['default', closingLine] });
try {
  const { testModules, unhandledErrors } = await vitest.start(filter);
  const failed = testModules.filter((module) => !module.ok());
  const isFew = failed.length > 0 && failed.length <= MOST_FILES_AGAIN;
  if (isFew && unhandledErrors.length === 0 && failed.every(drivesBrowser)) {
    await vitest.runTestFiles(failed.map(({ moduleId }) => moduleId));
  }
} finally {
  await vitest.close();
  process.exitCode = closingLine.failed > 0 ? 1 : 0;
}

function drivesBrowser({ children }: TestModule): boolean {
  return [...children.allTests()].some(({ tags }) => tags.some(isBrowser));
}
