import * as texts from 'virtual:site/texts';
import { type ReactNode, useEffect, useRef } from 'react';
import { fillText } from '../fill-text.ts';

export interface PanelFrameProps {
  id: string;
  /** Title of the endpoint. */
  title: string;
  endpoint: {
    method: string;
    /** Path of the endpoint, with names of parameters in braces. */
    path: string;
  };
  /** `isByReader`: the reader closed it, rather than opening another one. */
  onClose: (isByReader: boolean) => void;
  children: ReactNode;
}

/** Closes the panel that is open. There is room for one. */
let closeOpenPanel: (() => void) | undefined;

/** Screens on which the panel is a sheet. `try-it.css` has the same width. */
const PHONE = '(width < 768px)';

/** Marks the entry in the history of the browser that an open sheet adds, so that Back closes the sheet. */
const SHEET = 'try-it';

/**
 * The panel of an endpoint. It is beside the article on wide screens and below the button on narrower ones, where the
 * article stays usable. On phones it is a sheet at the bottom, and modal: the focus stays in it, and the page behind
 * neither scrolls nor reacts.
 */
export function PanelFrame({ id, title, endpoint, onClose, children }: PanelFrameProps) {
  const frame = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLElement>(null);
  const latestOnClose = useRef(onClose);
  latestOnClose.current = onClose;
  const isGoingBack = useRef(false);
  /** Closes the dialog first, because nothing behind a modal one can have the focus. */
  const finish = () => {
    frame.current?.close();
    onClose(true);
  };
  const latestFinish = useRef(finish);
  latestFinish.current = finish;
  /** A sheet closes when its entry has left the history, so that the next one can add its own. */
  const closeByReader = () => {
    if (isGoingBack.current) return;
    if (history.state?.[SHEET] !== id) return finish();
    isGoingBack.current = true;
    history.back();
  };

  useEffect(() => {
    closeOpenPanel?.();
    const close = () => latestOnClose.current(false);
    closeOpenPanel = close;
    const over = new AbortController();
    const phone = matchMedia(PHONE);
    const show = () => {
      frame.current?.close();
      if (phone.matches) {
        frame.current?.showModal();
        if (history.state?.[SHEET] !== id) history.pushState({ ...history.state, [SHEET]: id }, '');
      } else frame.current?.show();
      head.current?.focus({ preventScroll: true });
    };
    show();
    phone.addEventListener('change', show, { signal: over.signal });
    addEventListener(
      'popstate',
      () => {
        // Links to headings of the page fire this event, too.
        const isSheet = isGoingBack.current || frame.current?.matches(':modal');
        if (isSheet && history.state?.[SHEET] !== id) latestFinish.current();
      },
      { signal: over.signal },
    );
    return () => {
      over.abort();
      if (closeOpenPanel === close) closeOpenPanel = undefined;
    };
  }, [id]);
  return (
    <dialog
      ref={frame}
      id={id}
      className="try-it__panel"
      aria-label={fillText(texts.tryItAt, { title })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        closeByReader();
      }}
      onClick={({ target, currentTarget, clientY }) => {
        const isAbove = clientY < currentTarget.getBoundingClientRect().top;
        if (target === currentTarget && isAbove && currentTarget.matches(':modal')) closeByReader();
      }}
      // Some systems close a modal dialog themselves, such as Android by its gesture for Back.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) closeByReader();
      }}
    >
      <header ref={head} className="try-it__head" tabIndex={-1}>
        <span className="try-it__method" data-method={endpoint.method}>
          {endpoint.method}
        </span>
        <code dir="ltr">
          {endpoint.path.split(/(\{[^}]+\})/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part of the path has no other identity
            <span key={index} className={part.startsWith('{') ? 'try-it__variable' : undefined}>
              {part}
            </span>
          ))}
        </code>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.close}
          title={texts.close}
          onClick={closeByReader}
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M18 6 6 18M6 6l12 12" />
          </svg>
        </button>
      </header>
      {children}
    </dialog>
  );
}
