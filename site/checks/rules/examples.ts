import { checkEach, type Rule } from '../rule.ts';

const documenting = new Set(['PhpFunction', 'JsMember']);

/** Each function and member has an example. Warnings only, because related ones can share an example. */
export const examples: Rule = ({ articles }) =>
  checkEach(articles, ({ components }) =>
    components
      .filter(({ name, hasSample }) => documenting.has(name) && !hasSample)
      .map(({ name, attributes, line }) => ({
        line,
        message: `<${name} name="${attributes.name}"> holds no example: write one between the tags.`,
        severity: 'warning',
      })),
  );
