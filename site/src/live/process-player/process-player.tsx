import { useEffect, useRef, useState } from 'react';
import { addStyle } from '../../add-style.ts';
import { Button } from '../../button.tsx';
import { CompiledHtml, type CompiledProps } from '../../compiled-html.tsx';
import type { Values } from './condition.ts';
import { type Diagram, describeNode, findDiagramNode } from './diagram.ts';
import { showPlay } from './drawing.ts';
import { Enlarged } from './enlarged.tsx';
import { FormValues } from './form-values.tsx';
import { atFirst, isAllowed, listMoves, listWaits, type Move, type Play } from './play.ts';
import style from './player.css?inline';
import { PlayerBar } from './player-bar.tsx';

interface ProcessPlayerProps extends CompiledProps {
  title: string;
  diagram: Diagram;
  /** The diagram in words, in order. */
  sentences: string[];
}

/** A drawn process that readers can play, enlarge, search and read as text. With scripts off, it is the drawing. */
export function ProcessPlayer({ title, diagram, sentences, slots }: ProcessPlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isAlive, setAlive] = useState(false);
  const [steps, setSteps] = useState<Play[]>();
  const [values, setValues] = useState<Values>({});
  const [isEnlarged, setEnlarged] = useState(false);
  const play = steps?.at(-1);
  const nextPlay = play && findNextPlay(diagram, play, values);
  const next = steps && play && <Steps {...{ diagram, steps, play, setSteps, values, setValues }} />;
  useEffect(() => {
    addStyle(style);
    setAlive(true);
  }, []);
  useEffect(() => showPlay(frame.current, play), [play]);

  /** The bar in the window has no button that opens the window. */
  const drawBar = (onEnlarge?: () => void) => (
    <PlayerBar
      isPlaying={steps !== undefined}
      canGoBack={(steps?.length ?? 0) > 1}
      nextStep={nextPlay}
      onPlay={() => setSteps(steps ? undefined : [atFirst])}
      onBack={() => steps && setSteps(steps.slice(0, -1))}
      onNext={(following) => steps && setSteps([...steps, following])}
      onRestart={() => setSteps([atFirst])}
      onEnlarge={onEnlarge}
    />
  );
  return (
    <div className="process-player">
      <CompiledHtml ref={frame} slots={slots} />
      {isAlive && (
        <>
          {drawBar(() => setEnlarged(true))}
          {isEnlarged && (
            <Enlarged frame={frame} title={title} diagram={diagram} onClose={() => setEnlarged(false)}>
              {drawBar()}
              {next}
            </Enlarged>
          )}
          {next}
          <details className="process-player__text">
            <summary>The diagram as text</summary>
            <ol>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ol>
          </details>
        </>
      )}
    </div>
  );
}

interface StepsProps {
  diagram: Diagram;
  steps: Play[];
  play: Play;
  setSteps: (steps: Play[]) => void;
  /** Values that the reader chose for the variables of conditions. */
  values: Values;
  setValues: (values: Values) => void;
}

/** Possible moves and the log. */
function Steps({ diagram, steps, play, setSteps, values, setValues }: StepsProps) {
  const first = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const moves = listMoves(diagram, play);
  const waits = listWaits(diagram, play);
  const isOver = moves.length === 0;
  const askedVariables = listAskedVariables(diagram, moves);
  const following = moves.findIndex((move) => askedVariables.length > 0 && isAllowed(diagram, move, values));
  // A press on a choice replaces it, so the focus moves to the next one, or to the words at the end.
  useEffect(() => {
    if (steps.length > 1 && document.activeElement === document.body)
      (first.current ?? group.current)?.focus({ preventScroll: true });
  }, [steps]);
  return (
    <fieldset ref={group} tabIndex={-1} className="process-player__steps">
      <legend>{isOver ? 'The case' : 'What happens next?'}</legend>
      {askedVariables.length > 0 && (
        <FormValues
          variables={askedVariables}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
      )}
      <div className="process-player__moves">
        {moves.map(({ label, condition, next }, index) => (
          <Button
            key={label}
            ref={index === Math.max(0, following) ? first : undefined}
            className={index === following ? 'process-player__move button--main' : 'process-player__move'}
            onClick={() => setSteps([...steps, next])}
          >
            {/* The spaces keep the lines of a card apart in its name. */}
            <span>{label}</span> {condition && <code>{condition}</code>}{' '}
            {index === following && <small>follows from the values</small>}
          </Button>
        ))}
      </div>
      <p role="status">
        {[describePlace(diagram, play), ...waits, ...(isOver ? [describeEnd(play)] : [])].join(' ')}
      </p>
      {play.log.length > 0 && (
        <ol className="process-player__log" aria-label="What has happened">
          {play.log.map((line, index) => (
            // A loop repeats lines of the log.
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </fieldset>
  );
}

/** The next step that needs no choice: the only move, or the one that follows from the values. */
function findNextPlay(diagram: Diagram, play: Play, values: Values): Play | undefined {
  const moves = listMoves(diagram, play);
  if (moves.length === 1) return moves[0]?.next;
  if (listAskedVariables(diagram, moves).length === 0) return undefined;
  return moves.find((move) => isAllowed(diagram, move, values))?.next;
}

/** The variables that the conditions of these moves name. */
function listAskedVariables({ variables }: Diagram, moves: readonly Move[]): Diagram['variables'] {
  const conditions = moves.flatMap(({ condition }) => condition ?? []).join(' ');
  return variables.filter(({ name }) => new RegExp(`@.${name}\\b`).test(conditions));
}

function describePlace(diagram: Diagram, { tokens }: Play): string {
  const stops = tokens.flatMap((id) => findDiagramNode(diagram, id) ?? []).map((node) => describeNode(node));
  return stops.length === 0 ? '' : `Now at: ${stops.join('; ')}.`;
}

function describeEnd({ tokens }: Play): string {
  return tokens.length === 0 ? 'Every branch has ended: the case is completed.' : 'Nothing can go on here.';
}
