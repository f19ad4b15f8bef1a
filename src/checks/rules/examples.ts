import type { Problem } from '../../content/problem.ts';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** A function or member is understood by its example. Reported only: a family of them can share one. */
export function checkExamples({ file, references }: ArticleSource): Problem[] {
  return references
    .filter(({ hasSample }) => !hasSample)
    .map(({ component, name, line }) =>
      problemAt(
        'example',
        { file, line },
        `<${component} name="${name}"> holds no example: write one between the tags.`,
        'warning',
      ),
    );
}
