/** What the end of a run knows of each test. */
interface RunTest {
  file: string;
  fullName: string;
  tags: readonly string[];
  skipped: boolean;
}

/**
 * What the end of a run says of tests that were left out because a program is missing: by program, each test once,
 * and last how many. Nothing where none was left out. `missing`: program → how to get it.
 */
export function tellLeftOut(tests: readonly RunTest[], missing: ReadonlyMap<string, string>): string[] {
  /** The first missing program that a test needs. */
  const programOf = ({ tags }: RunTest) => tags.find((tag) => missing.has(tag));
  const leftOut = tests.filter((test) => test.skipped && programOf(test) !== undefined);
  if (leftOut.length === 0) return [];
  const byProgram = Map.groupBy(leftOut, programOf);
  const inFile = Map.groupBy(tests, ({ file }) => file);
  return [
    ...[...missing].flatMap(([program, get]) => {
      const here = byProgram.get(program);
      if (here === undefined) return [];
      const names = [...Map.groupBy(here, ({ file }) => file)].flatMap(([file, some]) =>
        some.length === inFile.get(file)?.length
          ? [`  ${file} (all ${some.length})`]
          : some.map(({ fullName }) => `  ${file}: ${fullName}`),
      );
      return ['', `Left out without ${program} (${get}):`, ...names];
    }),
    '',
    `${leftOut.length} left out, because this machine has no ${[...missing.keys()].filter((program) => byProgram.has(program)).join(', no ')}`,
  ];
}
