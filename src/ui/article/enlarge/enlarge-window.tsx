import * as texts from 'virtual:site/texts';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { adoptStyle } from '../../adopt-style.ts';
import { getPageLanguage } from '../../page-language.ts';
import { createIcon, X } from '../../shell/icons.tsx';
import style from './enlarged.css?inline';

/** Content of the window: mostly a copy of an element of the article. */
export interface Enlargeable {
  name: string;
  copy: HTMLElement | SVGElement;
  /** A table wraps its text again at each size. A drawing stays sharp at any size. */
  kind: 'picture' | 'drawing' | 'table';
  /** Size at a scale of 1, in CSS pixels. */
  width: number;
  height: number;
  /** The scale at which it is shown in the article. */
  scale: number;
  /** Class of an element around it in the article whose rules it needs. */
  around?: string;
}

const STEP = 1.25;
const SCALE_MAX = 8;
const SCALE_MIN = 0.1;
/** A picture begins at no more than this, because it gets blurred. */
const PICTURE_FIRST_MAX = 2;
const DRAWING_FIRST_MAX = 4;
/** How much a turn of the wheel, or a small pinch on a touchpad, zooms. */
const WHEEL_FACTOR = 0.01;

/** Icons of Lucide: `../../shell/icons.tsx` has their licence. */
const Minus = createIcon('M5 12h14');
const Plus = createIcon('M5 12h14', 'M12 5v14');

export interface EnlargeWindowProps {
  item: Enlargeable;
  onClose: () => void;
  /** Controls in the bar, before those that zoom. */
  tools?: ReactNode;
  /** Controls that stay in sight below the content. */
  children?: ReactNode;
  /** The element whose place in the window stays while its size changes. Default: what is in the middle. */
  findAnchor?: () => Element | null | undefined;
}

/** A window that shows something at a larger size, to zoom and move by mouse, touch and keyboard. */
export function EnlargeWindow({ item, onClose, tools, children, findAnchor }: EnlargeWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const scale = useRef(1);
  const first = useRef(1);
  const [shownScale, setShownScale] = useState(1);
  const titleId = useId();
  const percentFormat = new Intl.NumberFormat(getPageLanguage(), { style: 'percent' });
  const { copy, kind } = item;

  /** Zooms, and keeps the point of the content that is at this place of the window. */
  const zoomTo = (requestedScale: number, at?: { x: number; y: number }) => {
    if (!view.current) return;
    const { x, y } = at ?? findCentre(findAnchor?.() ?? view.current);
    const before = copy.getBoundingClientRect();
    scale.current = Math.min(SCALE_MAX, Math.max(SCALE_MIN, requestedScale));
    resize(item, scale.current);
    const after = copy.getBoundingClientRect();
    view.current.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
    view.current.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y;
    setShownScale(scale.current);
  };
  const zoomBy = (factor: number, at?: { x: number; y: number }) => zoomTo(scale.current * factor, at);
  const latestZoomBy = useRef(zoomBy);
  latestZoomBy.current = zoomBy;

  useLayoutEffect(() => {
    adoptStyle(style);
    place.current?.append(copy);
    dialog.current?.showModal();
    view.current?.focus();
    if (!view.current) return;
    first.current = findFirstScale(item, view.current);
    scale.current = first.current;
    resize(item, scale.current);
    setShownScale(scale.current);
  }, [item, copy]);

  useEffect(() => {
    const element = view.current;
    if (!element) return undefined;
    const over = new AbortController();
    const { signal } = over;
    // React's own listeners can't prevent that the browser zooms the page.
    const options = { passive: false, signal };
    element.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const factor = Math.exp(-event.deltaY * WHEEL_FACTOR);
        latestZoomBy.current(Math.min(STEP, Math.max(1 / STEP, factor)), {
          x: event.clientX,
          y: event.clientY,
        });
      },
      options,
    );
    let distance: number | undefined;
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!one || !other) {
        distance = undefined;
        return;
      }
      event.preventDefault();
      const next = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const centre = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (distance !== undefined && distance > 0) latestZoomBy.current(next / distance, centre);
      distance = next;
    };
    for (const type of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(type, onTouch, options);
    // Links and the button Back lead away from the page that the dialog belongs to.
    const close = () => dialog.current?.close();
    copy.addEventListener(
      'click',
      ({ target }) => target instanceof Element && target.closest('a') && close(),
      { signal },
    );
    addEventListener('popstate', close, { signal });
    return () => over.abort();
  }, [copy]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const factor = { '+': STEP, '=': STEP, '-': 1 / STEP, _: 1 / STEP }[event.key];
    if (factor !== undefined) zoomBy(factor);
    else if (event.key === '0') zoomTo(first.current);
    else return;
    event.preventDefault();
  };

  return (
    // Keys for zooming work wherever the focus is in the dialog.
    <dialog
      ref={dialog}
      className="enlarged"
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <header className="enlarged__bar">
        <h2 id={titleId}>{item.name}</h2>
        {tools}
        <button
          type="button"
          className="icon-button"
          aria-label={texts.zoomOut}
          title={texts.zoomOut}
          onClick={() => zoomBy(1 / STEP)}
        >
          <Minus size={18} />
        </button>
        <button
          type="button"
          className="quiet-button"
          title={texts.zoomReset}
          onClick={() => zoomTo(first.current)}
        >
          <span aria-hidden="true">{percentFormat.format(shownScale)}</span>
          <span className="visually-hidden">{texts.zoomReset}</span>
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.zoomIn}
          title={texts.zoomIn}
          onClick={() => zoomBy(STEP)}
        >
          <Plus size={18} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.close}
          title={texts.close}
          onClick={() => dialog.current?.close()}
        >
          <X size={18} />
        </button>
        <span role="status" className="visually-hidden">
          {percentFormat.format(shownScale)}
        </span>
      </header>
      <section
        ref={view}
        className="enlarged__view"
        data-kind={kind}
        aria-labelledby={titleId}
        // The arrow keys scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onPointerMove={drag}
      >
        <div ref={place} className={`markdown ${item.around ?? ''}`.trim()} />
      </section>
      {children && <div className="enlarged__below">{children}</div>}
    </dialog>
  );
}

/** Lets the mouse drag the content. Fingers and keys scroll it without this. */
function drag({
  buttons,
  pointerType,
  currentTarget,
  movementX,
  movementY,
}: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY);
}

function findCentre(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The scale that fills the window, but never smaller than in the article. */
function findFirstScale({ kind, width, height, scale }: Enlargeable, view: HTMLElement): number {
  if (kind === 'table') return 1;
  const { paddingLeft, paddingTop } = getComputedStyle(view);
  const fit = Math.min(
    (view.clientWidth - 2 * Number.parseFloat(paddingLeft)) / width,
    (view.clientHeight - 2 * Number.parseFloat(paddingTop)) / height,
  );
  return Math.max(scale, Math.min(fit, kind === 'picture' ? PICTURE_FIRST_MAX : DRAWING_FIRST_MAX));
}

function resize({ copy, kind, width, height }: Enlargeable, scale: number): void {
  if (kind === 'table') {
    copy.style.setProperty('zoom', String(scale));
    return;
  }
  copy.style.width = `${width * scale}px`;
  copy.style.height = `${height * scale}px`;
}
