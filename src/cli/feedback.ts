import { existsSync } from 'node:fs';
import type { Feedback } from '../feedback/feedback.ts';
import { openFeedback } from '../feedback/feedback-store.ts';
import { dataFile, type StorageEnvironment } from '../storage/open-database.ts';
import { type Answer, defineCommand, done, failed, noMore } from './command.ts';
import { printable } from './terminal-text.ts';

interface Wanted {
  json: boolean;
  page: string | undefined;
}

export const command = defineCommand({
  help: (call) => `${call} list [--page <path>] [--json]
    What readers said of pages: how many found each helpful, and their comments, newest first.`,
  options: { json: { type: 'boolean', default: false }, page: { type: 'string' } },
  parse([name, ...rest], { json, page }) {
    if (name === undefined) return { fault: 'Say what to do.' };
    if (name !== 'list') return { fault: `There is no command "${name}".` };
    return noMore(rest) ?? { wanted: { json, page } };
  },
  run: list,
});

async function list({ json, page }: Wanted, environment: StorageEnvironment): Promise<Answer> {
  const file = dataFile(environment, 'feedback');
  if (environment.DATABASE_URL === undefined && !existsSync(file))
    return failed(`There is no ${file}: the site has not run yet, or DATA_DIR is another folder.`);
  const store = await openFeedback(environment);
  try {
    const all = await store.list(page);
    return done(json ? JSON.stringify(all.map(asJson)) : asText(all));
  } finally {
    await store.close();
  }
}

function asJson({ at, ...feedback }: Feedback) {
  return { ...feedback, at: new Date(at).toISOString() };
}

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
