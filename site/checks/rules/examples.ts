import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const documenting = new Set(['PhpFunction', 'JsMember']);

/** A function or member is understood by its example. Reported only: a family of them can share one. */
export function checkExamples({ file, components }: ArticleSource): Problem[] {
  return components
    .filter(({ name, hasSample }) => documenting.has(name) && !hasSample)
    .map(({ name, attributes, line }) =>
      problemAt(
        'example',
        { file, line },
        `<${name} name="${attributes.name}"> holds no example: write one between the tags.`,
        'warning',
      ),
    );
}
