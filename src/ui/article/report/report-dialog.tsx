import * as texts from 'virtual:site/texts';
import { type FormEvent, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FEEDBACK_URL } from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { adoptStyle } from '../../adopt-style.ts';
import { Button } from '../../button.tsx';
import { ModalButtons, ModalDialog } from '../../modal-dialog.tsx';
import parts from '../../parts.css?inline';
import style from './report.css?inline';

interface Reported {
  /** Path of the page. */
  page: string;
  /** The selected words. Empty for a report about the whole page. */
  passage: string;
}

const COMMENT_MAX_CHARACTERS = 2_000;

const kinds = [
  ['wrong', texts.reportWrong],
  ['unclear', texts.reportUnclear],
  ['missing', texts.reportMissing],
  ['other', texts.reportOther],
] as const;

/** Asks what is wrong with the passage, and sends it with the feedback on pages. */
export function reportProblem(reportedPassage: Reported): void {
  for (const sheet of [parts, style]) adoptStyle(sheet);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const close = () => {
    root.unmount();
    container.remove();
  };
  root.render(<ReportDialog {...reportedPassage} onClose={close} />);
}

function ReportDialog({ page, passage, onClose }: Reported & { onClose: () => void }) {
  const [state, setState] = useState<'open' | 'sending' | 'failed' | 'sent'>('open');
  const commentId = useId();
  const title = passage === '' ? texts.reportPageTitle : texts.reportPassageTitle;

  async function send(form: HTMLFormElement): Promise<void> {
    const formData = new FormData(form);
    setState('sending');
    const report = { page, passage, kind: formData.get('kind'), comment: formData.get('comment') };
    const isSent = await post(report);
    setState(isSent ? 'sent' : 'failed');
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (state !== 'sending') runInBackground(send(event.currentTarget));
  }

  if (state === 'sent')
    return (
      <ModalDialog title={title} onClose={onClose}>
        <p role="status">{texts.reportThanks}</p>
        <div className="modal__buttons">
          <Button
            onClick={onClose}
            // The button that had the focus is gone.
            autoFocus
          >
            {texts.close}
          </Button>
        </div>
      </ModalDialog>
    );
  return (
    <ModalDialog title={title} onClose={onClose}>
      {passage !== '' && <blockquote className="report__passage">{passage}</blockquote>}
      <form className="modal__form report" onSubmit={submit}>
        <fieldset>
          <legend>{texts.reportKind}</legend>
          {kinds.map(([kind, label], index) => (
            <label key={kind}>
              <input
                type="radio"
                name="kind"
                value={kind}
                defaultChecked={index === 0}
                // biome-ignore lint/a11y/noAutofocus: in a dialog that has just opened, its question
                autoFocus={index === 0}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor={commentId}>{texts.reportComment}</label>
          <textarea
            id={commentId}
            name="comment"
            rows={4}
            maxLength={COMMENT_MAX_CHARACTERS}
            // A passage can speak for itself, a page can't.
            required={passage === ''}
          />
          <p className="field__hint">{texts.reportHint}</p>
        </div>
        <p className="form-error" role="alert">
          {state === 'failed' ? texts.reportFailed : ''}
        </p>
        <ModalButtons action={texts.reportSend} isBusy={state === 'sending'} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}

/** Whether the server has stored the report. */
async function post(report: unknown): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(FEEDBACK_URL, { method: 'POST', headers, body: JSON.stringify(report) })).ok;
  } catch {
    return false;
  }
}
