import { toBrowserUrl, WRITTEN_ANSWER_URL } from '../../model/urls.ts';
import { goToSignIn } from '../../ui/navigation/session.ts';
import type { SearchAnswerProps } from '../../ui/page-parts.ts';
import type { AnswerLine } from './written-answer-endpoints.ts';

interface AnswerListener {
  onLine(line: AnswerLine): void;
  /** Called instead of a last line, if there is none. */
  onRefusal(reason: 'failed' | 'reader-limit' | 'site-limit'): void;
}

/** Asks the server for a written answer, and reads it line by line. Ends the answer at the server with the signal. */
export async function readAnswer(
  question: string,
  { language, tags }: SearchAnswerProps['scope'],
  signal: AbortSignal,
  { onLine, onRefusal }: AnswerListener,
): Promise<void> {
  try {
    const response = await fetch(toBrowserUrl(WRITTEN_ANSWER_URL), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question, language, tags }),
      signal,
    });
    if (response.status === 401) return goToSignIn();
    if (!response.ok || response.body === null) return onRefusal(await readRefusal(response));
    let rest = '';
    let hasEnded = false;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        // The same build wrote this script and the server.
        const line: AnswerLine = JSON.parse(text);
        hasEnded ||= 'end' in line;
        if (!signal.aborted) onLine(line);
      }
    }
    if (!hasEnded && !signal.aborted) onRefusal('failed');
  } catch {
    if (!signal.aborted) onRefusal('failed');
  }
}

async function readRefusal(response: Response): Promise<'failed' | 'reader-limit' | 'site-limit'> {
  if (response.status !== 429) return 'failed';
  const { error }: { error?: { code?: string } } = await response.json().catch(() => ({}));
  return error?.code === 'too-many' ? 'site-limit' : 'reader-limit';
}
