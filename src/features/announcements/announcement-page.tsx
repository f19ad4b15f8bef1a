import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { renderInlineMarkdown } from '../../shared/inline-markdown.ts';
import { Options } from '../../ui/admin/table/table-filters.tsx';
import { findKey } from '../../ui/admin/table/use-table-query.ts';
import { callApi } from '../../ui/api-client.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { leaveIfSignedOut } from '../../ui/navigation/session.ts';
import { NotYet } from '../../ui/not-yet.tsx';
import { createNotice, Notice, type NoticeText } from '../../ui/notice.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { AnnouncementChoice } from './announcement-endpoints.ts';

const choices = [
  ['configured', texts.announcementConfigured],
  ['none', texts.announcementNone],
  ['own', texts.announcementOwn],
] as const;
const kinds = {
  info: texts.kindInfo,
  tip: texts.kindTip,
  warning: texts.kindWarning,
  danger: texts.kindDanger,
};

/** `/admin/announcement`: the announcement at the top of every page. */
export function Page() {
  const { answer, state, reload } = useLoaded('announcement', () => callApi('GET /api/v1/announcement', {}));
  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  const { text = '', kind = 'info', closeable = true, shown: source } = answer;
  return <AnnouncementForm saved={{ shown: source, text, kind, closeable }} />;
}

function AnnouncementForm({ saved }: { saved: AnnouncementChoice }) {
  const [choice, setChoice] = useState(saved);
  const [notice, setNotice] = useState<NoticeText>();
  const change = (changes: Partial<AnnouncementChoice>) => setChoice({ ...choice, ...changes });
  const isOwn = choice.shown === 'own';

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setNotice(undefined);
    const { done } = await callApi('POST /api/v1/announcement', { body: choice });
    setNotice(createNotice(done, texts.announcementSaved));
    // This page shows the announcement, too. The server may answer from a cache for two seconds.
    if (done) setTimeout(() => runInBackground(leaveIfSignedOut()), 2_100);
  }
  return (
    <form className="admin__form" onSubmit={(event) => runInBackground(save(event))}>
      <p className="admin__lead">{texts.announcementLead}</p>
      <Notice notice={notice} />
      <fieldset>
        <legend>{texts.announcementShown}</legend>
        {choices.map(([name, label]) => (
          <label key={name} className="choice">
            <input
              type="radio"
              name="shown"
              checked={choice.shown === name}
              onChange={() => change({ shown: name })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isOwn && (
        <>
          <div className="field">
            <label htmlFor="announcement-text">{texts.announcementText}</label>
            <textarea
              id="announcement-text"
              required
              maxLength={500}
              value={choice.text}
              aria-describedby="announcement-hint"
              onChange={({ target }) => change({ text: target.value })}
            />
            <p className="field__hint" id="announcement-hint">
              {texts.announcementHint}
            </p>
          </div>
          <div className="field">
            <label htmlFor="announcement-kind">{texts.announcementKind}</label>
            <select
              id="announcement-kind"
              value={choice.kind}
              onChange={({ target }) => change({ kind: findKey(kinds, target.value) ?? 'info' })}
            >
              <Options options={Object.entries(kinds)} />
            </select>
          </div>
          <label className="choice">
            <input
              type="checkbox"
              checked={choice.closeable}
              onChange={({ target }) => change({ closeable: target.checked })}
            />
            {texts.announcementCloseable}
          </label>
          {choice.text.trim() !== '' && (
            <figure className="preview">
              <figcaption>{texts.announcementPreview}</figcaption>
              <div
                className="preview__bar"
                style={{ background: `color-mix(in oklab, var(--${choice.kind}) 16%, var(--page))` }}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: all but its own marks is escaped
                dangerouslySetInnerHTML={{ __html: renderInlineMarkdown(choice.text) }}
              />
            </figure>
          )}
        </>
      )}
      <div className="admin__buttons">
        <SubmitButton>{texts.save}</SubmitButton>
      </div>
    </form>
  );
}
