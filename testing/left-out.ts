/** A test, as the end of a run reports it. */
interface RunTest {
  file: string;
  fullName: string;
  tags: readonly string[];
  skipped: boolean;
}

/**
 * Lists the tests that were skipped because a program is missing, each once, by program, and then how many there are.
 * Returns no lines if no test was skipped. `missing` maps a program to how to install it.
 */
export function tellLeftOut(tests: readonly RunTest[], missing: ReadonlyMap<string, string>): string[] {
  /** The first missing program that a test needs. */
  const findProgram = ({ tags }: RunTest) => tags.find((tag) => missing.has(tag));
  const leftOut = tests.filter((test) => test.skipped && findProgram(test) !== undefined);
  if (leftOut.length === 0) return [];
  const byProgram = Map.groupBy(leftOut, findProgram);
  const inFile = Map.groupBy(tests, ({ file }) => file);
  return [
    ...[...missing].flatMap(([program, get]) => {
      const here = byProgram.get(program);
      if (here === undefined) return [];
      const names = [...Map.groupBy(here, ({ file }) => file)].flatMap(([file, entries]) =>
        entries.length === inFile.get(file)?.length
          ? [`  ${file} (all ${entries.length})`]
          : entries.map(({ fullName }) => `  ${file}: ${fullName}`),
      );
      return ['', `Left out without ${program} (${get}):`, ...names];
    }),
    '',
    `${leftOut.length} left out, because this machine has no ${[...missing.keys()].filter((program) => byProgram.has(program)).join(', no ')}`,
  ];
}
