import * as texts from 'virtual:site/texts';
import { type MouseEvent, useEffect, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../../ui/adopt-style.ts';
import { callUrl } from '../../ui/api-client.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { SearchAnswerProps } from '../../ui/page-parts.ts';
import type { ApiAnswer } from './answer-endpoints.ts';
import { drawAnswer } from './draw-answer.ts';
import { recogniseQuestion } from './question-form.ts';
import style from './search-answer.css?inline';

/** A reader who pauses this long has probably asked the whole question. */
const PAUSE_MS = 250;

/** Names each text, because every page would load an object of all texts. */
const shownTexts = {
  quotedAnswer: texts.quotedAnswer,
  quotedAlternative: texts.quotedAlternative,
  quotedAlso: texts.quotedAlso,
  quotedMore: texts.quotedMore,
};

/** The passage that answers what was typed into the search dialog, above the hits. Nothing while there is none. */
export function Part({ query, scope, isVisitor, onOpen }: SearchAnswerProps) {
  const [answer, setAnswer] = useState<ApiAnswer>();
  const question = query.trim();
  const isQuestion = !isVisitor && recogniseQuestion(question, scope.language) !== undefined;

  // The last answer stays until the next one arrives, so that the hits don't jump with each letter.
  useEffect(() => {
    if (!isQuestion) return setAnswer(undefined);
    const stop = new AbortController();
    const ask = async () => {
      const newAnswer = await askQuestion(question, scope, stop.signal);
      if (!stop.signal.aborted) setAnswer(newAnswer);
    };
    const timer = setTimeout(() => runInBackground(ask()), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question, isQuestion, scope]);

  const close = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a[href]') !== null;
    if (isLink && !event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
  };
  adoptStyle(style);
  return (
    // A link sends a click for the Enter key as well.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div onClick={close}>
      <p className="search-dialog__hidden" aria-live="polite">
        {answer && announceAnswer(answer)}
      </p>
      {answer && drawAnswer(answer, shownTexts)}
    </div>
  );
}

function announceAnswer({ source, alternative }: ApiAnswer): string {
  const title = source.titles.at(-1) ?? '';
  return alternative
    ? fillText(texts.quotedFromTwo, { title, other: alternative.source.titles.at(-1) ?? '' })
    : fillText(texts.quotedFrom, { title });
}

/** Undefined if nothing answers, and if the server can't say: the hits are enough then. */
async function askQuestion(
  question: string,
  { language, tags }: SearchAnswerProps['scope'],
  signal: AbortSignal,
): Promise<ApiAnswer | undefined> {
  const url = callUrl('GET /api/v1/answers', { query: { question, language, tags: tags.join(',') } });
  const response = await fetch(url, { cache: 'no-store', signal }).catch(() => undefined);
  if (!response?.ok) return undefined;
  // The same build wrote this script and the server.
  const { answer }: { answer: ApiAnswer | null } = await response.json();
  return answer ?? undefined;
}
