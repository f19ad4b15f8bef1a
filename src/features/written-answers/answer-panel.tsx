import * as texts from 'virtual:site/texts';
import { type MouseEvent, useEffect, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../../ui/adopt-style.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { SearchAnswerProps } from '../../ui/page-parts.ts';
import style from './answer-panel.css?inline';
import { readAnswer } from './read-answer.ts';
import type { AnswerEnd, AnswerLine, CitedPassage } from './written-answer-endpoints.ts';

export interface AnswerPanelProps extends Pick<SearchAnswerProps, 'scope' | 'onOpen'> {
  question: string;
  /** Where the question is sent. */
  host: string;
  model: string;
  /** Whether the reader has stopped the answer. */
  isStopped: boolean;
  /** Called when the answer has ended by itself. */
  onEnd(): void;
}

type ShownSentence = Extract<AnswerLine, { sentence: string }>;
type Ended = AnswerEnd | 'reader-limit' | 'site-limit';

interface ShownAnswer {
  sentences: readonly ShownSentence[];
  passages: readonly CitedPassage[];
  end?: Ended;
  struck: number;
}

/** An answer while the model writes it, and afterwards. Everything that the model wrote is shown as text. */
export function AnswerPanel({ question, scope, host, model, isStopped, onEnd, onOpen }: AnswerPanelProps) {
  const [answer, setAnswer] = useState<ShownAnswer>({ sentences: [], passages: [], struck: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question and its scope don't change; see `key`
  useEffect(() => {
    if (isStopped) return undefined;
    const stopping = new AbortController();
    const end = (ending: Ended, struck = 0) => {
      setAnswer((before) => ({ ...before, end: ending, struck }));
      onEnd();
    };
    runInBackground(
      readAnswer(question, scope, stopping.signal, {
        onLine: (line) => {
          if ('end' in line) end(line.end, line.struck);
          else setAnswer((before) => addLine(before, line));
        },
        onRefusal: end,
      }),
    );
    return () => stopping.abort();
  }, [isStopped]);
  adoptStyle(style);

  const { sentences, passages, end, struck } = answer;
  const close = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
  };
  return (
    <div className="written-answer__panel">
      <p className="search-dialog__hidden" role="status">
        {end === undefined && isStopped ? texts.writtenStopped : describeEnd(answer)}
      </p>
      <p className="written-answer__note">{fillText(texts.writtenBy, { host, model })}</p>
      {end === undefined && !isStopped && sentences.length === 0 && <p>{texts.writtenBusy}</p>}
      {toParagraphs(sentences).map((paragraph, index) => (
        // Paragraphs are only added.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={index} className="written-answer__text">
          {paragraph.map((sentence, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={position}>
              {sentence.sentence}
              {sentence.passages.map((number) => (
                <sup key={number}>
                  <a
                    href={passages.find((passage) => passage.number === number)?.url}
                    aria-label={fillText(texts.writtenSource, { count: findPosition(passages, number) })}
                    onClick={close}
                  >
                    {findPosition(passages, number)}
                  </a>
                </sup>
              ))}{' '}
            </span>
          ))}
        </p>
      ))}
      {end === undefined && isStopped && <p className="written-answer__note">{texts.writtenStopped}</p>}
      {end !== undefined && end !== 'answered' && (
        <p className="written-answer__note">{describeEnd(answer)}</p>
      )}
      {struck > 0 && sentences.length > 0 && (
        <p className="written-answer__note">{fillText(texts.writtenStruck, { count: struck })}</p>
      )}
      {passages.length > 0 && (
        <ol className="written-answer__passages" aria-label={texts.writtenSources}>
          {passages.map(({ number, url, titles, text }) => (
            <li key={number}>
              <a href={url} onClick={close}>
                {titles.join(' › ')}
              </a>
              <blockquote cite={url}>{text}</blockquote>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Readers count the passages of an answer from 1, in the order in which they are cited. */
function findPosition(passages: readonly CitedPassage[], number: number): number {
  return passages.findIndex((passage) => passage.number === number) + 1;
}

function addLine(answer: ShownAnswer, line: Exclude<AnswerLine, { end: AnswerEnd }>): ShownAnswer {
  if ('sent' in line) return answer;
  return 'passage' in line
    ? { ...answer, passages: [...answer.passages, line.passage] }
    : { ...answer, sentences: [...answer.sentences, line] };
}

function toParagraphs(sentences: readonly ShownSentence[]): ShownSentence[][] {
  const paragraphs: ShownSentence[][] = [];
  for (const sentence of sentences) {
    if (sentence.isNewParagraph || paragraphs.length === 0) paragraphs.push([]);
    paragraphs.at(-1)?.push(sentence);
  }
  return paragraphs;
}

function describeEnd({ end, struck }: ShownAnswer): string {
  switch (end) {
    case 'answered':
      return texts.writtenDone;
    case 'unanswered':
      return struck > 0 ? texts.writtenUnsupported : texts.writtenNone;
    case 'too-late':
      return texts.writtenTooLate;
    case 'too-long':
      return texts.writtenTooLong;
    case 'reader-limit':
      return texts.writtenLimit;
    case 'site-limit':
      return texts.writtenSiteLimit;
    case 'failed':
      return texts.writtenFailed;
    default:
      return texts.writtenBusy;
  }
}
