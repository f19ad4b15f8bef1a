import { createMessageReader } from '../../config/feature-messages.ts';
import { fillText } from '../../shared/fill-text.ts';
import type { Feedback } from './feedback/feedback.ts';
import en from './messages/en.json' with { type: 'json' };
import type { QueryCount } from './searches/search-counts.ts';

const readMessages = createMessageReader('insights', en, new URL('./messages/', import.meta.url));

/** Feedback of readers, and searches without results, of one week. */
interface Week {
  feedback: readonly Feedback[];
  failed: readonly QueryCount[];
}

const ITEMS_MAX = 10;
const COMMENT_MAX_CHARACTERS = 300;

/** Composes the weekly digest as plain text in the language of the site's mails. Empty without anything to report. */
export function composeDigest({ feedback, failed }: Week, language: string): string {
  const texts = readMessages(language).mail;
  const parts = [
    formatList(
      texts.feedback,
      feedback.map(({ page, helpful, comment, kind, passage = '' }) => {
        const verdict = kind === undefined ? (helpful ? texts.helpful : texts.unhelpful) : texts[kind];
        const quotes = [passage, comment].filter((text) => text !== '');
        return `${page}: ${[verdict, ...quotes.map((text) => fillText(texts.quoted, { text: shorten(text) }))].join(', ')}`;
      }),
    ),
    formatList(
      texts.failed,
      failed.map(({ query, count }) => `${count} × ${query}`),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');

  function formatList(title: string, items: readonly string[]): string {
    if (items.length === 0) return '';
    const rest = items.length - ITEMS_MAX;
    const more = rest > 0 ? [fillText(texts.more, { count: rest })] : [];
    return [title, ...items.slice(0, ITEMS_MAX), ...more].join('\n');
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > COMMENT_MAX_CHARACTERS ? `${line.slice(0, COMMENT_MAX_CHARACTERS)}…` : line;
}
