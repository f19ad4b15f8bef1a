import type { ArticleSource } from '../article-source.ts';
import { checkEach, type Found, type Rule } from '../rule.ts';
import { parsePublishedRoutes, ROUTES_FILE } from './routes.ts';

/** First cell of a table of what goes wrong. */
const HEAD = 'What you see';
const INDEX = 'Troubleshooting';

/** Words that may surround the links of a remedy without saying what to do. */
const POINTERS = /\b(?:see|the|and|or)\b|[^\p{L}\p{N}]/giu;

/**
 * A page of the troubleshooting index leads to every table of problems, and each row says what to do. Each
 * link of the index leads to a table with rows.
 */
export const troubleshootingIndex: Rule = ({ articles, file }) => {
  const routes = new Set(
    parsePublishedRoutes(file(ROUTES_FILE).text).map((route) => route.replace(/\/$/, '')),
  );
  const listStarts = ({ components }: ArticleSource) =>
    components
      .filter(({ name }) => name === INDEX)
      .flatMap(({ attributes, line }) =>
        (attributes.under ?? '').split(',').map((start) => ({ start: start.trim(), line })),
      );
  const starts = articles.flatMap(listStarts).map(({ start }) => start);
  const findHead = ({ blocks }: ArticleSource) => blocks.find(({ text }) => text === HEAD);
  const pagesWithProblems = articles.filter(findHead).map(({ page }) => page);
  return checkEach(articles, (article): Found[] => {
    const { page } = article;
    const emptySections = listStarts(article)
      .filter(({ start }) => !pagesWithProblems.some((candidate) => candidate.startsWith(start)))
      .map(({ start, line }) => ({
        line,
        message: `No article below "${start}" has a table of what goes wrong.`,
      }));
    const head = findHead(article);
    if (!head) return emptySections;
    const withoutRemedy = article.tables
      .filter(({ columns }) => columns[0] === HEAD)
      .flatMap(({ rows }) => rows)
      .filter(({ cells }) => (cells[2]?.unlinked ?? '').replace(POINTERS, '') === '')
      .map(({ cells, line }) => ({
        line,
        message: `The row "${cells[0]?.text}" only leads to another place: say in the row what to do.`,
      }));
    const route = `/docs/${page.replace(/\/index$/, '')}`;
    const messages = [
      ...(starts.some((start) => page.startsWith(start))
        ? []
        : [`No page with <${INDEX} under="…" /> lists "${page}": let one do so.`]),
      ...(routes.has(route)
        ? []
        : [
            `The troubleshooting index reads ${ROUTES_FILE}, where "${route}" is missing: "node site/checks/add-routes.ts" adds it after a build.`,
          ]),
    ];
    return [...emptySections, ...withoutRemedy, ...messages.map((message) => ({ line: head.line, message }))];
  });
};
