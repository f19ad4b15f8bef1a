import { inEach, type Rule } from '../rule.ts';

/** A screen reader says the head of a column before each of its cells. */
export const tableHeads: Rule = ({ articles }) =>
  inEach(articles, ({ tables }) =>
    tables
      .filter(({ head }) => head.some((text) => text.trim() === ''))
      .map(({ line }) => ({ line, message: 'A column of the table has no head: say what is in it.' })),
  );
