import { existsSync } from 'node:fs';
import type { Feedback } from '../../feedback/feedback.ts';
import { openFeedback } from '../../feedback/feedback-store.ts';
import { dataFile, type StorageEnvironment } from '../../storage/open-database.ts';
import type { Answer } from '../command.ts';

export async function list(
  environment: StorageEnvironment,
  { json, page }: { json: boolean; page?: string },
): Promise<Answer> {
  const file = dataFile(environment, 'feedback');
  if (environment.DATABASE_URL === undefined && !existsSync(file))
    return {
      exitCode: 1,
      err: `There is no ${file}: the site has not run yet, or DATA_DIR is another folder.`,
    };
  const store = await openFeedback(environment);
  try {
    const all = await store.list(page);
    return { exitCode: 0, out: json ? JSON.stringify(all.map(asJson)) : asText(all) };
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

/** A comment is whatever somebody typed: it stays on its line, and no control character reaches the terminal. */
function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '\ufffd');
}
