import { messagesFor } from '../../config/messages.ts';
import type { Feedback } from '../../feedback/feedback.ts';
import type { QueryCount } from '../../search/analytics/search-counts.ts';

/** What readers said and did not find since a time. */
interface Week {
  feedback: readonly Feedback[];
  failed: readonly QueryCount[];
}

const SHOWN = 10;
const COMMENT_SHOWN = 300;

/** The week in plain text, in the language of the site's mails; empty where there was nothing. */
export function digestText({ feedback, failed }: Week, language: string): string {
  const words = messagesFor(language).mail.digest;
  const parts = [
    list(
      words.feedback,
      feedback.map(({ page, helpful, comment }) => {
        const verdict = helpful ? words.helpful : words.unhelpful;
        return `${page}: ${verdict}${comment === '' ? '' : `, “${shortened(comment)}”`}`;
      }),
    ),
    list(
      words.failed,
      failed.map(({ query, count }) => `${count} × ${query}`),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');

  function list(title: string, items: readonly string[]): string {
    if (items.length === 0) return '';
    const rest = items.length - SHOWN;
    const more = rest > 0 ? [words.more.replace('{count}', String(rest))] : [];
    return [title, ...items.slice(0, SHOWN), ...more].join('\n');
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > COMMENT_SHOWN ? `${line.slice(0, COMMENT_SHOWN)}…` : line;
}
