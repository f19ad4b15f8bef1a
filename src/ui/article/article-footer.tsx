import { hasInsights } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { FEEDBACK_URL } from '../../model/urls.ts';
import { Pencil } from '../shell/icons.tsx';
import { useIsVisitor } from '../shell/visitor.tsx';
import type { View } from '../view.ts';
import { formatLongDate } from './long-date.ts';
import { TagList } from './tag-list.tsx';

export function ArticleFooter({ page }: { page: View['page'] }) {
  const { tags = [], edit, lastUpdate } = page;
  const isVisitor = useIsVisitor();
  const asks = hasInsights && page.kind === 'doc' && !isVisitor;
  if (!asks && tags.length === 0 && !edit && !lastUpdate) return null;
  return (
    <footer className="article-footer">
      {tags.length > 0 && (
        <div className="article-footer__tags">
          <span>{texts.tags}</span>
          <TagList tags={tags} />
        </div>
      )}
      {asks && <FeedbackForm key={page.path} path={page.path} />}
      {edit && (
        <a {...edit}>
          <Pencil size={14} />
          {texts.editPage}
        </a>
      )}
      {lastUpdate && (
        <p className="article-footer__update">
          {texts.lastUpdated}
          {lastUpdate.date !== undefined && (
            <>
              {' '}
              {texts.on}{' '}
              <time dateTime={lastUpdate.date}>
                {lastUpdate.day ?? formatLongDate(new Date(lastUpdate.date))}
              </time>
            </>
          )}
          {lastUpdate.author !== undefined && ` ${texts.by} ${lastUpdate.author}`}
        </p>
      )}
    </footer>
  );
}

/**
 * A plain form that works without scripts: the server then leads back to the thanks below. With scripts,
 * `send-feedback.ts` loads on use and sends it. It marks the form, and React keeps the mark.
 */
function FeedbackForm({ path }: { path: string }) {
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
