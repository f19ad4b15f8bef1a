import { z } from 'zod';
import type { Found, Rule } from '../rule.ts';
import { inEach } from '../rule.ts';
import { ROUTES_FILE } from './routes.ts';

/** First cell of a table of what goes wrong. */
const HEAD = 'What you see';
const INDEX = 'Troubleshooting';

/** Every table of what goes wrong is in the troubleshooting index, on each page where its readers look. */
export const troubleshootingIndex: Rule = ({ articles, file }) => {
  const known = new Set(
    z
      .array(z.string())
      .parse(JSON.parse(file(ROUTES_FILE).text))
      .map(withoutSlash),
  );
  const starts = articles.flatMap(({ components }) =>
    components
      .filter(({ name }) => name === INDEX)
      .flatMap(({ attributes }) => (attributes.under ?? '').split(',').map((start) => start.trim())),
  );
  return inEach(articles, ({ page, blocks }): Found[] => {
    const head = blocks.find(({ text }) => text === HEAD);
    if (!head) return [];
    const route = `/docs/${page.replace(/\/index$/, '')}`;
    const messages = [
      ...(starts.some((start) => page.startsWith(start))
        ? []
        : [`No page with <${INDEX} under="…" /> lists "${page}": let one do so.`]),
      ...(known.has(route)
        ? []
        : [
            `The troubleshooting index reads ${ROUTES_FILE}, where "${route}" is missing: "node site/checks/add-routes.ts" adds it after a build.`,
          ]),
    ];
    return messages.map((message) => ({ line: head.line, message }));
  });
};

function withoutSlash(route: string): string {
  return route.replace(/\/$/, '');
}
