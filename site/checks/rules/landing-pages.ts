import { checkEach, type Rule } from '../rule.ts';

const TASKS = 10;
/**
 * There is one page for each kind of reader. The pages that it leads to are in the folder of the same name.
 */
const landing = /^LuranaBPA\/Guides\/[^/]+$/;

/** A landing page begins with what its readers look for most often: ten tasks, each with where to read. */
export const landingPages: Rule = ({ articles }) =>
  checkEach(
    articles.filter(({ page }) => landing.test(page)),
    ({ tables }) => {
      const { rows = [], line = 1 } = tables[0] ?? {};
      const message = `A landing page begins with a table of ${TASKS} tasks, and this has ${rows.length} rows.`;
      return rows.length === TASKS ? [] : [{ line, message }];
    },
  );
