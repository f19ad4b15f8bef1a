import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long: by their size they would come last, when one processor has nothing else to do. */
const slow = /^(tests\/(engines|load|structure)\/|site\/tests\/|src\/accounts\/store\/store-postgres)/;

/** The order of the files of a run: the longest first, as far as that is known on a machine that has run none. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { first = [], then = [] } = Object.groupBy(await super.sort(files), ({ project, moduleId }) =>
      slow.test(moduleId.slice(project.config.root.length + 1)) ? 'first' : 'then',
    );
    return [...first, ...then];
  }
}
