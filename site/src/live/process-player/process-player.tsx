import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { addStyle } from '../../add-style.ts';
import type { Values } from './condition.ts';
import { type Diagram, nodeOf, wordsFor } from './diagram.ts';
import { FormValues } from './form-values.tsx';
import { atFirst, followsFrom, type Move, movesOf, type Play, waitsOf } from './play.ts';
import style from './player.css?inline';

interface ProcessPlayerProps {
  title: string;
  diagram: Diagram;
  /** The diagram in words, in order. */
  sentences: string[];
  /** HTML of the drawing, on the server; in the browser it is in the page already. */
  slots?: readonly string[];
}

/** A drawn process that can be played, enlarged, searched and read as text. Without scripts, its drawing. */
export function ProcessPlayer({ title, diagram, sentences, slots }: ProcessPlayerProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isAlive, setAlive] = useState(false);
  const [steps, setSteps] = useState<Play[]>();
  const [values, setValues] = useState<Values>({});
  const play = steps?.at(-1);
  const next = steps && play && <Steps {...{ diagram, steps, play, setSteps, values, setValues }} />;
  useEffect(() => {
    addStyle(style);
    setAlive(true);
  }, []);
  useEffect(() => showPlay(place.current, play), [play]);

  return (
    <div className="process-player">
      <div
        ref={place}
        suppressHydrationWarning
        // Compiled from the documentation.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: slots?.[0] ?? '' }}
      />
      {isAlive && (
        <>
          <div className="process-player__bar">
            <button
              type="button"
              className="button"
              aria-expanded={steps !== undefined}
              onClick={() => setSteps(steps ? undefined : [atFirst])}
            >
              {steps ? 'Stop playing' : 'Play'}
            </button>
            <Enlarged place={place} title={title} diagram={diagram}>
              {next}
            </Enlarged>
          </div>
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
  /** What the reader gave the variables of the conditions. */
  values: Values;
  setValues: (values: Values) => void;
}

/** What can happen next, and what has happened. */
function Steps({ diagram, steps, play, setSteps, values, setValues }: StepsProps) {
  const first = useRef<HTMLButtonElement>(null);
  const moves = movesOf(diagram, play);
  const waits = waitsOf(diagram, play);
  const isOver = moves.length === 0;
  const asked = variablesAsked(diagram, moves);
  const following = moves.findIndex((move) => asked.length > 0 && followsFrom(diagram, move, values));
  // Each press replaces the buttons: the next press needs no search for them.
  useEffect(() => {
    if (steps.length > 1) first.current?.focus({ preventScroll: true });
  }, [steps]);
  return (
    <fieldset className="process-player__steps">
      <legend>{isOver ? 'The case' : 'What happens next?'}</legend>
      {asked.length > 0 && (
        <FormValues
          variables={asked}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
      )}
      <div className="process-player__moves">
        {moves.map(({ label, condition, next }, at) => (
          <button
            key={label}
            ref={at === Math.max(0, following) ? first : undefined}
            type="button"
            className={at === following ? 'button button--main' : 'button'}
            onClick={() => setSteps([...steps, next])}
          >
            {label}
            {condition && <code>{condition}</code>}
            {at === following && <small>follows from the values</small>}
          </button>
        ))}
        {steps.length > 1 && (
          <>
            <button
              ref={isOver ? first : undefined}
              type="button"
              className="button"
              onClick={() => setSteps(steps.slice(0, -1))}
            >
              Back
            </button>
            <button type="button" className="button" onClick={() => setSteps([atFirst])}>
              Start again
            </button>
          </>
        )}
      </div>
      <p role="status">{[whereIs(diagram, play), ...waits, ...(isOver ? [endOf(play)] : [])].join(' ')}</p>
      {play.log.length > 0 && (
        <ol className="process-player__log" aria-label="What has happened">
          {play.log.map((line, at) => (
            // A loop says the same again.
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
            <li key={at}>{line}</li>
          ))}
        </ol>
      )}
    </fieldset>
  );
}

/** The variables that the conditions of these moves name. */
function variablesAsked({ variables }: Diagram, moves: readonly Move[]): Diagram['variables'] {
  const conditions = moves.flatMap(({ condition }) => condition ?? []).join(' ');
  return variables.filter(({ name }) => new RegExp(`@.${name}\\b`).test(conditions));
}

function whereIs(diagram: Diagram, { tokens }: Play): string {
  const places = tokens.flatMap((id) => nodeOf(diagram, id) ?? []).map(wordsFor);
  return places.length === 0 ? '' : `Now at: ${places.join('; ')}.`;
}

function endOf({ tokens }: Play): string {
  return tokens.length === 0 ? 'Every branch has ended: the case is completed.' : 'Nothing can go on here.';
}

interface EnlargedProps {
  place: RefObject<HTMLDivElement | null>;
  title: string;
  diagram: Diagram;
  /** What can be pressed while the process is played. */
  children: ReactNode;
}

const ZOOM_STEP = 1.25;
const ZOOM_MAX = 4;
const ZOOM_MIN = 0.5;

/** A window with the drawing itself: larger, to be moved, and its elements to be found by name. */
function Enlarged({ place, title, diagram, children }: EnlargedProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useRef<HTMLElement>(null);
  const [found, setFound] = useState<number>();
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const drawing = () => (view.current ?? place.current)?.querySelector('svg') ?? undefined;

  const open = () => {
    const svg = place.current?.querySelector('svg');
    if (!svg || !view.current || !dialog.current) return;
    // The drawing moves with what is marked in it: nothing of it is there twice.
    view.current.append(svg);
    dialog.current.showModal();
    zoomTo(svg, Math.min(ZOOM_MAX, Math.max(1, view.current.clientWidth / naturalWidth(svg))));
    showToken(svg.querySelector('[data-token]'));
    setOpen(true);
  };
  const onClose = () => {
    setOpen(false);
    const svg = view.current?.querySelector('svg');
    if (!svg) return;
    svg.style.width = '';
    svg.style.maxWidth = '';
    search('');
    if (input.current) input.current.value = '';
    place.current?.querySelector('.drawing-scroll')?.append(svg);
  };
  const zoom = (factor: number) => {
    const svg = drawing();
    if (svg)
      zoomTo(svg, Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, (svg.clientWidth / naturalWidth(svg)) * factor)));
  };
  const search = (words: string) => {
    const wanted = words.trim().toLowerCase();
    const names = new Map(diagram.nodes.map(({ id, name }) => [id, name.toLowerCase()]));
    const hits = [...(drawing()?.querySelectorAll('[data-node]') ?? [])].filter((node) => {
      const isHit = wanted !== '' && (names.get(node.getAttribute('data-node') ?? '') ?? '').includes(wanted);
      node.toggleAttribute('data-found', isHit);
      return isHit;
    });
    hits[0]?.scrollIntoView({ block: 'center', inline: 'center' });
    setFound(wanted === '' ? undefined : hits.length);
  };

  return (
    <>
      <button type="button" className="button" onClick={open}>
        Enlarge
      </button>
      <dialog ref={dialog} className="process-dialog" aria-label={title} onClose={onClose}>
        <div className="process-player__bar">
          <label htmlFor={field}>Find</label>
          <input id={field} ref={input} autoComplete="off" onChange={(event) => search(event.target.value)} />
          <span role="status">{found === undefined ? '' : `${found} found`}</span>
          <button type="button" className="button" onClick={() => zoom(1 / ZOOM_STEP)}>
            Smaller
          </button>
          <button type="button" className="button" onClick={() => zoom(ZOOM_STEP)}>
            Larger
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <section
          ref={view}
          className="process-dialog__view drawing"
          // What scrolls must be reachable by key.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          aria-label={title}
          onPointerMove={drag}
        />
        {isOpen && children}
      </dialog>
    </>
  );
}

/** With the mouse the drawing is moved as it lies; fingers and keys scroll it already. */
function drag({
  buttons,
  pointerType,
  currentTarget,
  movementX,
  movementY,
}: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY);
}

function naturalWidth(svg: SVGSVGElement): number {
  return Number(svg.getAttribute('width')) || 1;
}

function zoomTo(svg: SVGSVGElement, factor: number): void {
  svg.style.maxWidth = 'none';
  svg.style.width = `${Math.round(naturalWidth(svg) * factor)}px`;
}

/** Marks where the tokens are, and the flows that they took. The drawing may be in the window at the moment. */
function showPlay(place: HTMLElement | null, play: Play | undefined): void {
  const player = place?.closest('.process-player');
  for (const node of player?.querySelectorAll('[data-node]') ?? [])
    node.toggleAttribute('data-token', play?.tokens.includes(node.getAttribute('data-node') ?? '') ?? false);
  for (const flow of player?.querySelectorAll('[data-flow]') ?? [])
    flow.toggleAttribute('data-taken', play?.taken.includes(flow.getAttribute('data-flow') ?? '') ?? false);
  showToken(player?.querySelector('[data-token]'));
}

/** Where the drawing is wider than its place, the token stays in sight. */
function showToken(node: Element | null | undefined): void {
  const scroll = node?.closest('.drawing-scroll, .process-dialog__view');
  if (!node || !scroll) return;
  const [own, seen] = [node.getBoundingClientRect(), scroll.getBoundingClientRect()];
  scroll.scrollLeft += own.left + own.width / 2 - seen.left - seen.width / 2;
  scroll.scrollTop += own.top + own.height / 2 - seen.top - seen.height / 2;
}
