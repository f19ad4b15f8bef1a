import type { Feedback } from '../feedback/feedback.ts';
import { openFeedback } from '../feedback/feedback-store.ts';
import { isoTimes } from '../shared/iso-times.ts';
import { defineCommand, done, noMore, noSuchCommand, withStore } from './command.ts';
import { printable } from './terminal-text.ts';

export const command = defineCommand({
  help: `{call} list [--page <path>] [--json]
    What readers said of pages: how many found each helpful, and their comments, newest first.`,
  options: { json: { type: 'boolean', default: false }, page: { type: 'string' } },
  parse([name, ...rest], { json, page }) {
    if (name !== 'list') return noSuchCommand(name);
    return noMore(rest) ?? { wanted: { json, page } };
  },
  run({ json, page }, environment) {
    const hint = 'the site has not run yet, or DATA_DIR is another folder';
    return withStore(environment, { content: 'feedback', open: openFeedback, hint }, async (store) => {
      const all = await store.list(page);
      return done(json ? JSON.stringify(all.map((one) => isoTimes(one, 'at'))) : asText(all));
    });
  },
});

/** The pages with most complaints come first. */
function asText(all: readonly Feedback[]): string {
  if (all.length === 0) return 'Nobody has said anything yet.';
  const pages = [...Map.groupBy(all, ({ page }) => page)].map(([page, answers]) => {
    const yes = answers.filter(({ helpful }) => helpful).length;
    return { page, answers, yes, no: answers.length - yes };
  });
  pages.sort((a, b) => b.no - a.no || b.yes - a.yes || (a.page < b.page ? -1 : 1));
  return pages
    .map(({ page, answers, yes, no }) => {
      const comments = answers.flatMap(({ comment, helpful, at }) =>
        comment === ''
          ? []
          : `    ${new Date(at).toISOString().slice(0, 10)} ${helpful ? 'yes' : 'no '} ${printable(comment)}`,
      );
      return [`${printable(page)}: ${yes} yes, ${no} no`, ...comments].join('\n');
    })
    .join('\n');
}
