import type { Problem } from '../shared/problem.ts';

/** Thrown where a mistake in the site stops the build. `buildSite` returns its problem. */
export class BuildProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
