import * as texts from 'virtual:site/texts';
import { FEEDBACK_URL } from '../../model/urls.ts';

/**
 * A plain form, which works without scripts: the server leads back to the thanks below. With scripts
 * `send-feedback.ts` sends it, loaded when it is used; it marks the form, and React leaves the mark alone.
 */
export function FeedbackForm({ path }: { path: string }) {
  return (
    <form className="feedback" method="post" action={FEEDBACK_URL}>
      <input type="hidden" name="page" value={path} />
      <fieldset className="feedback__choice">
        <legend>{texts.feedbackQuestion}</legend>
        <button type="submit" className="button" name="helpful" value="yes" aria-pressed="false">
          {texts.yes}
        </button>
        <button type="submit" className="button" name="helpful" value="no" aria-pressed="false">
          {texts.no}
        </button>
      </fieldset>
      <p className="feedback__said" id="feedback-thanks">
        {texts.feedbackThanks}
      </p>
      <p className="feedback__said" id="feedback-failed">
        {texts.feedbackFailed}
      </p>
      <details className="feedback__more">
        <summary>{texts.feedbackComment}</summary>
        <textarea name="comment" rows={3} maxLength={2000} aria-label={texts.feedbackComment} />
        <p className="feedback__hint">{texts.feedbackHint}</p>
        <button className="button feedback__send" type="submit">
          {texts.feedbackSend}
        </button>
      </details>
    </form>
  );
}
