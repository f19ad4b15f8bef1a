export interface NoticeText {
  kind: 'done' | 'error';
  text: string;
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
