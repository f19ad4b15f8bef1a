import { isStopWord } from './stop-words.ts';
import { stemOf } from './vocabulary.ts';

/** The same for headings of the same words, in any of their endings and with other words that say nothing. */
export function headingKey(words: readonly string[]): string {
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length > 0 ? telling : words).map(stemOf).join(' ');
}
