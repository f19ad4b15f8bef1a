import { checkEach, type Rule } from '../rule.ts';

/** Each column has a heading, also for readers who hear a table cell by cell. */
export const tableColumns: Rule = ({ articles }) =>
  checkEach(articles, ({ tables }) =>
    tables.flatMap(({ columns, line }) =>
      columns.flatMap((name, index) =>
        name === ''
          ? [{ line, message: `Column ${index + 1} of the table has no heading: say what is in it.` }]
          : [],
      ),
    ),
  );
