import { inEach, type Rule } from '../rule.ts';

const documenting = new Set(['PhpFunction', 'JsMember']);

/** A function or member is understood by its example. Reported only: a family of them can share one. */
export const examples: Rule = ({ articles }) =>
  inEach(articles, ({ components }) =>
    components
      .filter(({ name, hasSample }) => documenting.has(name) && !hasSample)
      .map(({ name, attributes, line }) => ({
        line,
        message: `<${name} name="${attributes.name}"> holds no example: write one between the tags.`,
        severity: 'warning',
      })),
  );
