import * as texts from 'virtual:site/texts';
import { useEffect, useRef } from 'react';

export interface NoticeText {
  kind: 'done' | 'error';
  text: string;
}

/** That it was done, or that it was not. */
export function createNotice(
  isDone: boolean,
  done: string,
  otherwise: string = texts.notChangedNow,
): NoticeText {
  return isDone ? { kind: 'done', text: done } : { kind: 'error', text: otherwise };
}

/**
 * The result of what the reader just did. Both places are always in the page, so that screen readers read out what comes
 * into them. A result that would be out of sight is scrolled into view.
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
