import * as texts from 'virtual:site/texts';
import { markdownPath, pageHref } from '../../model/urls.ts';
import { Copy } from '../shell/icons.tsx';
import type { View } from '../view.ts';

/** Above the heading: the version that the page is of, and the page as Markdown. */
export function ArticleTop({ page }: { page: View['page'] }) {
  const isArticle = page.kind === 'doc' || page.kind === 'page';
  if (page.version === undefined && !isArticle) return null;
  return (
    <div className="article-top">
      {page.version !== undefined && (
        <span className="version-badge">{texts.version.replace('{label}', page.version)}</span>
      )}
      {isArticle && (
        // With scripts off it opens what it would copy.
        <a
          className="copy-page"
          href={pageHref(markdownPath(page.path))}
          data-action="copy-page"
          title={texts.copyPageHint}
        >
          <Copy size={14} />
          <span className="copy-page__text">{texts.copyPage}</span>
        </a>
      )}
    </div>
  );
}
