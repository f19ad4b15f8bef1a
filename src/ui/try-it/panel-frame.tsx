import * as texts from 'virtual:site/texts';
import { type ReactNode, useEffect, useRef } from 'react';
import { fillText } from '../fill-text.ts';

export interface PanelFrameProps {
  id: string;
  /** Title of the endpoint. */
  title: string;
  endpoint: {
    method: string;
    /** With names of parameters in braces. */
    path: string;
  };
  /** `isByReader`: the reader closed it, rather than opening another one. */
  onClose: (isByReader: boolean) => void;
  children: ReactNode;
}

/** Closes the panel that is open. There is room for one. */
let closeOpenPanel: (() => void) | undefined;

/**
 * Where the panel of an endpoint is: beside the article on wide screens, below the button on narrower ones, and a sheet
 * at the bottom of phones. The article stays readable in all of them.
 */
export function PanelFrame({ id, title, endpoint, onClose, children }: PanelFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const latestOnClose = useRef(onClose);
  latestOnClose.current = onClose;
  useEffect(() => {
    closeOpenPanel?.();
    const close = () => latestOnClose.current(false);
    closeOpenPanel = close;
    frame.current?.focus({ preventScroll: true });
    return () => {
      if (closeOpenPanel === close) closeOpenPanel = undefined;
    };
  }, []);
  return (
    <section
      ref={frame}
      id={id}
      className="try-it__panel"
      aria-label={fillText(texts.tryItAt, { title })}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose(true);
      }}
    >
      <header className="try-it__head">
        <span className="try-it__method" data-method={endpoint.method}>
          {endpoint.method}
        </span>
        <code>
          {endpoint.path.split(/(\{[^}]+\})/).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part of the path has no other identity
            <span key={at} className={part.startsWith('{') ? 'try-it__variable' : undefined}>
              {part}
            </span>
          ))}
        </code>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.close}
          title={texts.close}
          onClick={() => onClose(true)}
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
    </section>
  );
}
