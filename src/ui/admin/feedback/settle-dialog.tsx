import * as texts from 'virtual:site/texts';
import type { GivenFeedback } from '../../../model/api/feedback.ts';
import { ModalDialog } from '../../modal-dialog.tsx';

interface Props {
  given: GivenFeedback;
  as: 'answered' | 'done';
  /** Readers can be told. */
  mail: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}

/** Asks for the words of an answer, or for a note. */
export function SettleDialog({ given, as, mail, onSave, onClose }: Props) {
  const isAnswer = as === 'answered';
  return (
    <ModalDialog title={isAnswer ? texts.answerTitle : texts.doneTitle} onClose={onClose}>
      {given.comment !== '' && <blockquote className="said">{given.comment}</blockquote>}
      <p>{mail ? texts.answerByMail : texts.answerWithoutMail}</p>
      <form
        className="modal__form"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(String(new FormData(event.currentTarget).get('note') ?? ''));
        }}
      >
        <div className="field">
          <label htmlFor="note">{isAnswer ? texts.answerLabel : texts.noteLabel}</label>
          <textarea
            id="note"
            name="note"
            maxLength={2_000}
            required={isAnswer}
            defaultValue={given.note}
            // biome-ignore lint/a11y/noAutofocus: in a dialog that has just opened, what it asks for
            autoFocus
          />
        </div>
        <div className="modal__buttons">
          <button type="button" className="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className="button button--main">
            {isAnswer ? texts.answerReader : texts.markDone}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
