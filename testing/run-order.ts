import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findStage, stages } from './stages.ts';

/** Small test files that take long. Sorted by size they would run last, with one processor idle. */
const longFiles =
  /^(tests\/(engines|load|structure\/checks|security\/(publications|endings)|identity\/oidc|e2e\/(administration|account|accessibility)\.)|site\/tests\/|src\/(build\/(styles|incremental|bundle|open-api)|docusaurus\/components|cli\/(start|export)|accounts\/store\/store-postgres))/;

/** The order of the files of a run: quick ones first, and in each stage those first that take long. */
export default class RunOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const getRank = ({ project, moduleId }: TestSpecification) => {
      const file = moduleId.slice(project.config.root.length + 1);
      return stages.indexOf(findStage(file)) * 2 + (longFiles.test(file) ? 0 : 1);
    };
    const rankedFiles = bySize.map((specification) => ({ specification, rank: getRank(specification) }));
    return rankedFiles.sort((a, b) => a.rank - b.rank).map(({ specification }) => specification);
  }
}
