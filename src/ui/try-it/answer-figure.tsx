import * as texts from 'virtual:site/texts';
import { useEffect, useRef } from 'react';
import { CodeFigure } from './code-figure.tsx';

export interface AnswerFigureProps {
  status: number;
  text: string;
  milliseconds: number;
}

/** The answer to a request: its status, how long it took, and its text. */
export function AnswerFigure({ status, text, milliseconds }: AnswerFigureProps) {
  const figure = useRef<HTMLElement>(null);
  // The answer is below what the sheet of a phone shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer comes into view
  useEffect(() => {
    figure.current?.scrollIntoView({ block: 'nearest' });
  }, [status, text, milliseconds]);
  return (
    <figure className="try-it__answer" ref={figure}>
      <figcaption>
        {texts.tryItAnswer}{' '}
        {/* The color of the status shows whether the request succeeded, and so does the number. */}
        <strong className="try-it__status" data-kind={String(status)[0]}>
          {status}
        </strong>{' '}
        <span className="try-it__time">{milliseconds} ms</span>
      </figcaption>
      <CodeFigure label={texts.tryItAnswer} text={text} />
    </figure>
  );
}
