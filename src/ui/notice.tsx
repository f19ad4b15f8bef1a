import * as texts from 'virtual:site/texts';
import { useEffect, useRef } from 'react';

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
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) place.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  return (
    <div className="notices" ref={place}>
      <div role="status">
        {notice?.kind === 'done' && <p className="notice notice--done">{notice.text}</p>}
      </div>
      <div role="alert">
        {notice?.kind === 'error' && <p className="notice notice--error">{notice.text}</p>}
      </div>
    </div>
  );
}
