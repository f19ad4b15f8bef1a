import type { Problem } from '../shared/problem.ts';

/** Something of the owner's keeps the build from going on: nothing can be published. */
export class ProblemFound extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
