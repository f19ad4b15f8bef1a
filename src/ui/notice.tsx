import * as texts from 'virtual:site/texts';

export interface NoticeText {
  kind: 'done' | 'error';
  text: string;
}

/** That it was done, or that it was not. */
export function noticeOf(isDone: boolean, done: string, otherwise: string = texts.notChangedNow): NoticeText {
  return isDone ? { kind: 'done', text: done } : { kind: 'error', text: otherwise };
}

/** What came of the last act. Both places are always there, so that what comes into them is read out. */
export function Notice({ notice }: { notice: NoticeText | undefined }) {
  return (
    <div className="notices">
      <div role="status">
        {notice?.kind === 'done' && <p className="notice notice--done">{notice.text}</p>}
      </div>
      <div role="alert">
        {notice?.kind === 'error' && <p className="notice notice--error">{notice.text}</p>}
      </div>
    </div>
  );
}
