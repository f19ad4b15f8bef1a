import * as texts from 'virtual:site/texts';
import { type RefObject, useEffect, useRef, useState } from 'react';

export interface NoticeText {
  kind: 'done' | 'error';
  text: string;
}

/** Creates the notice of a success or failure. */
export function createNotice(
  isDone: boolean,
  done: string,
  otherwise: string = texts.notChangedNow,
): NoticeText {
  return isDone ? { kind: 'done', text: done } : { kind: 'error', text: otherwise };
}

/**
 * Result of the last action. Both places are always in the page, so that screen readers announce new content. A result
 * out of sight is scrolled into view.
 */
export function Notice({ notice }: { notice: NoticeText | undefined }) {
  const place = useInSight<HTMLDivElement>(notice);
  // Screen readers announce a new element, but not the same text that the last action had.
  const [announced, setAnnounced] = useState({ notice, count: 0 });
  if (announced.notice !== notice) setAnnounced({ notice, count: announced.count + 1 });
  return (
    <div className="notices" ref={place}>
      <div role="status">
        {notice?.kind === 'done' && (
          <p key={announced.count} className="notice notice--done">
            {notice.text}
          </p>
        )}
      </div>
      <div role="alert">
        {notice?.kind === 'error' && (
          <p key={announced.count} className="notice notice--error">
            {notice.text}
          </p>
        )}
      </div>
    </div>
  );
}

/** Error of a form. Its place is always in the page. The focus may move to a field far below, so it comes into view. */
export function FormProblem({ problem }: { problem: string | undefined }) {
  const place = useInSight<HTMLDivElement>(problem);
  return (
    <div role="alert" ref={place}>
      {problem && <p className="form-error">{problem}</p>}
    </div>
  );
}

/**
 * Scrolls the element into view when there is something new in it. Lists that load again move it, so it is kept in view
 * until the reader does something.
 */
function useInSight<Place extends HTMLElement>(content: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => {
    if (!content) return;
    const reading = new AbortController();
    // This runs at once, and each time the height of the page changes.
    const observer = new ResizeObserver(() => place.current?.scrollIntoView({ block: 'nearest' }));
    observer.observe(document.body);
    reading.signal.addEventListener('abort', () => observer.disconnect());
    for (const event of ['wheel', 'pointerdown', 'keydown'])
      addEventListener(event, () => reading.abort(), { signal: reading.signal, passive: true });
    return () => reading.abort();
  }, [content]);
  return place;
}
