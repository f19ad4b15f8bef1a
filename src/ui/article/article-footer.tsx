import * as texts from 'virtual:site/texts';
import { pageHref } from '../../model/urls.ts';
import { Pencil } from '../shell/icons.tsx';
import { useIsVisitor } from '../shell/visitor.tsx';
import type { View } from '../view.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { longDate } from './long-date.ts';

export function ArticleFooter({ page }: { page: View['page'] }) {
  const { tags = [], editUrl, lastUpdate } = page;
  const isVisitor = useIsVisitor();
  const asks = page.kind === 'doc' && !isVisitor;
  if (!asks && tags.length === 0 && editUrl === undefined && !lastUpdate) return null;
  return (
    <footer className="article-footer">
      {tags.length > 0 && (
        <div className="article-footer__tags">
          <span>{texts.tags}</span>
          <ul className="tag-list">
            {tags.map(({ path, title }) => (
              <li key={path}>
                <a className="tag" href={pageHref(path)} rel="tag">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {asks && <FeedbackForm key={page.path} path={page.path} />}
      {editUrl !== undefined && (
        <a href={editUrl} className="article-footer__edit">
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
              <time dateTime={lastUpdate.date}>{lastUpdate.day ?? longDate(new Date(lastUpdate.date))}</time>
            </>
          )}
          {lastUpdate.author !== undefined && ` ${texts.by} ${lastUpdate.author}`}
        </p>
      )}
    </footer>
  );
}
