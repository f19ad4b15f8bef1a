import type { Problem } from '../../shared/problem.ts';

/** A stand-alone page of the owner's threw when it was rendered: nothing can be published. */
export class PageFailure extends Error {
  readonly problem: Problem;

  constructor(file: string, reason: string) {
    super(`The page ${file} fails: ${reason}`);
    const message = `The page fails when it is rendered: ${reason.replace(/\.$/, '')}. Mend it, or take it out of the folder.`;
    this.problem = { code: 'page-render', severity: 'error', file: `src/pages/${file}`, message };
  }
}
