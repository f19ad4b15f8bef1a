import * as texts from 'virtual:site/texts';
import { type ComponentType, useEffect, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../../ui/adopt-style.ts';
import { callApi } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { fillText } from '../../ui/fill-text.ts';
import type { SearchAnswerProps } from '../../ui/page-parts.ts';
import type { AnswerPanelProps } from './answer-panel.tsx';
import style from './offer-part.css?inline';

/** Fewer words are a search, which the hits answer. */
const QUESTION_MIN_WORDS = 3;

interface AnswerModel {
  host: string;
  model: string;
}

/** Asked once for all questions on a page. */
let modelPromise: Promise<AnswerModel | undefined> | undefined;

function loadModel(): Promise<AnswerModel | undefined> {
  modelPromise ??= callApi('GET /api/v1/written-answers', {}).then((result) => {
    if (result.done) return result.answer.model ?? undefined;
    // Ask again with the next question.
    modelPromise = undefined;
    return undefined;
  });
  return modelPromise;
}

/** Offers to have the owner's model write an answer, and says where the question goes. Sends nothing by itself. */
export function Part({ query, scope, isVisitor, onOpen }: SearchAnswerProps) {
  const question = query.trim();
  const isOffered = !isVisitor && countWords(question, scope.language) >= QUESTION_MIN_WORDS;
  const [model, setModel] = useState<AnswerModel>();
  useEffect(() => {
    if (isOffered) runInBackground(loadModel().then(setModel));
  }, [isOffered]);
  if (!isOffered || model === undefined) return null;
  // An answer ends when the question changes.
  return <Offer key={question} {...{ question, scope, model, onOpen }} />;
}

interface OfferProps extends Pick<SearchAnswerProps, 'scope' | 'onOpen'> {
  question: string;
  model: AnswerModel;
}

function Offer({ question, scope, model, onOpen }: OfferProps) {
  const [state, setState] = useState<'offered' | 'writing' | 'ended'>('offered');
  /** Number of answers to this question so far. */
  const [turn, setTurn] = useState(0);
  const [AnswerPanel, setAnswerPanel] = useState<ComponentType<AnswerPanelProps>>();
  const write = async () => {
    setState('writing');
    setTurn(turn + 1);
    const panel = await import('./answer-panel.tsx');
    setAnswerPanel(() => panel.AnswerPanel);
  };
  const labels = {
    offered: texts.writeAnswer,
    writing: texts.writeAnswerStop,
    ended: texts.writeAnswerAgain,
  };
  adoptStyle(style);
  return (
    <section className="written-answer" aria-label={texts.writtenTitle}>
      <p>
        <Button onClick={() => (state === 'writing' ? setState('ended') : runInBackground(write()))}>
          {labels[state]}
        </Button>
      </p>
      {turn === 0 ? (
        <p className="written-answer__where">
          {fillText(texts.writtenWhere, { host: model.host, model: model.model })}
        </p>
      ) : (
        AnswerPanel && (
          <AnswerPanel
            key={turn}
            {...{ question, scope, onOpen }}
            host={model.host}
            model={model.model}
            isStopped={state === 'ended'}
            onEnd={() => setState('ended')}
          />
        )
      )}
    </section>
  );
}

function countWords(text: string, language: string): number {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}
