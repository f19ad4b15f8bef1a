import { type PointerEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import type { Diagram } from './diagram.ts';
import { holdInView, naturalWidth, showToken, zoomTo } from './drawing.ts';

interface EnlargedProps {
  frame: RefObject<HTMLDivElement | null>;
  title: string;
  diagram: Diagram;
  /** Elements that can be pressed while the process is played. */
  children: ReactNode;
}

const ZOOM_STEP = 1.25;
const ZOOM_MAX = 4;
const ZOOM_MIN = 0.5;

/** A window with the drawing at a larger size. Readers can move it and find its elements by name. */
export function Enlarged({ frame, title, diagram, children }: EnlargedProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useRef<HTMLElement>(null);
  const [matchCount, setMatchCount] = useState<number>();
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const drawing = () => (view.current ?? frame.current)?.querySelector('svg') ?? undefined;

  const open = () => {
    const svg = frame.current?.querySelector('svg');
    if (!svg || !view.current || !dialog.current) return;
    // Moves the drawing itself, with its marks, instead of copying it: ids in it must stay unique.
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
    frame.current?.querySelector('.drawing-scroll')?.append(svg);
  };
  const zoom = (factor: number) => {
    const svg = drawing();
    if (!svg) return;
    const show = holdInView(svg.querySelector('[data-found]') ?? svg);
    zoomTo(svg, Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, (svg.clientWidth / naturalWidth(svg)) * factor)));
    show();
  };
  const search = (words: string) => {
    const query = words.trim().toLowerCase();
    const names = new Map(diagram.nodes.map(({ id, name }) => [id, name.toLowerCase()]));
    const hits = [...(drawing()?.querySelectorAll('[data-node]') ?? [])].filter((node) => {
      const isHit = query !== '' && (names.get(node.getAttribute('data-node') ?? '') ?? '').includes(query);
      node.toggleAttribute('data-found', isHit);
      return isHit;
    });
    hits[0]?.scrollIntoView({ block: 'center', inline: 'center' });
    setMatchCount(query === '' ? undefined : hits.length);
  };

  return (
    <>
      <Button onClick={open}>Enlarge</Button>
      <dialog ref={dialog} className="process-dialog" aria-label={title} onClose={onClose}>
        <div className="process-player__bar">
          <label htmlFor={field}>Find</label>
          <input id={field} ref={input} autoComplete="off" onChange={(event) => search(event.target.value)} />
          <span role="status">{matchCount === undefined ? '' : `${matchCount} found`}</span>
          <span className="process-dialog__actions">
            <Button aria-label="Smaller" title="Smaller" onClick={() => zoom(1 / ZOOM_STEP)}>
              −
            </Button>
            <Button aria-label="Larger" title="Larger" onClick={() => zoom(ZOOM_STEP)}>
              +
            </Button>
            <Button onClick={() => dialog.current?.close()}>Close</Button>
          </span>
        </div>
        <section
          ref={view}
          className="process-dialog__view drawing"
          // A scrolling area must be reachable by keyboard.
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

/** Lets the mouse drag the drawing. Fingers and keys scroll it without this. */
function drag({
  buttons,
  pointerType,
  currentTarget,
  movementX,
  movementY,
}: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY);
}
