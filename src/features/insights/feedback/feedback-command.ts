import {
  defineCommand,
  rejectSubcommand,
  rejectSurplus,
  succeed,
  withStore,
} from '../../../command/define-command.ts';
import { toPrintable } from '../../../command/terminal-text.ts';
import { toIsoTimes } from '../../../shared/iso-times.ts';
import { feedbackFile } from '../data-files.ts';
import type { Feedback } from './feedback.ts';
import { openFeedback } from './feedback-store.ts';

export const command = defineCommand({
  help: `Shows reader feedback: how many readers found each page helpful, their comments and the problems that they reported.
Pages with the most complaints come first. On each page, the newest feedback comes first.

  {call} list [--page <path>] [--json]

  --page   Only feedback about this page.
  --json   Print JSON.

Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: { json: { type: 'boolean', default: false }, page: { type: 'string' } },
  parse([name, ...surplus], { json, page }) {
    if (name !== 'list') return rejectSubcommand(name, ['list']);
    return rejectSurplus(surplus) ?? { input: { json, page } };
  },
  run({ json, page }, environment) {
    const hint = 'Start the site once, or check DATA_DIR.';
    return withStore(environment, { file: feedbackFile, open: openFeedback, hint }, async (store) => {
      const feedback = await store.list(page);
      if (json) return succeed(JSON.stringify(feedback.map((entry) => toIsoTimes(entry, 'at'))));
      if (feedback.length === 0)
        return succeed(page === undefined ? 'No feedback yet.' : `No feedback about ${page}.`);
      return succeed(formatByPage(feedback));
    });
  },
});

function formatByPage(feedback: readonly Feedback[]): string {
  const pages = [...Map.groupBy(feedback, ({ page }) => page)].map(([page, entries]) => {
    const opinions = entries.filter(({ kind }) => kind === undefined);
    const yes = opinions.filter(({ helpful }) => helpful).length;
    return { page, entries, yes, no: opinions.length - yes, reports: entries.length - opinions.length };
  });
  pages.sort((a, b) => b.no + b.reports - (a.no + a.reports) || b.yes - a.yes || (a.page < b.page ? -1 : 1));
  return pages
    .map(({ page, entries, yes, no, reports }) => {
      const comments = entries
        .filter(({ comment, kind }) => comment !== '' || kind !== undefined)
        .map(({ comment, helpful, at, kind, passage = '' }) => {
          const day = new Date(at).toISOString().slice(0, 10);
          const quote = passage === '' ? [] : [`“${passage}”`];
          const text = [...quote, ...(comment === '' ? [] : [comment])].join(' ');
          return `    ${day} ${kind ?? (helpful ? 'yes' : 'no ')} ${toPrintable(text)}`;
        });
      const count = `${yes} yes, ${no} no${reports === 0 ? '' : `, ${reports} reported`}`;
      return [`${toPrintable(page)}: ${count}`, ...comments].join('\n');
    })
    .join('\n');
}
