import * as texts from 'virtual:site/texts';
import { type ComponentType, useId, useRef, useState } from 'react';
import { buildMarkdownPath, pageHref } from '../../model/urls.ts';
import { CardGrid } from '../pages/card-grid.tsx';
import { ChevronRight, Copy } from '../shell/icons.tsx';
import { Breadcrumbs } from '../shell/page-links/breadcrumbs.tsx';
import { Pagination } from '../shell/page-links/pagination.tsx';
import { TableOfContents } from '../shell/page-links/table-of-contents.tsx';
import { useIsVisitor } from '../shell/visitor.tsx';
import type { View } from '../view.ts';
import { ArticleFooter } from './article-footer.tsx';
import { ArticleHtml } from './article-html.tsx';
import type { AssistantMenuProps } from './assistant-menu.tsx';
import { UnlistedBanner } from './unlisted-banner.tsx';

/** Frame of documents, category pages, tags and Markdown pages. */
export function ArticlePage({ view }: { view: View }) {
  const { page } = view;
  return (
    <div className="page" data-toc={page.toc.length > 0 || undefined}>
      <Breadcrumbs items={page.breadcrumbs} />
      <TableOfContents entries={page.toc} />
      <article className="page__article">
        {page.banner && (
          <div
            className="theme-doc-version-banner alert alert--warning"
            role="note"
            // The build makes this HTML of the site's own texts and labels.
            // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
            dangerouslySetInnerHTML={{ __html: page.banner }}
          />
        )}
        {page.unlisted && <UnlistedBanner />}
        <ArticleTop page={page} />
        <ArticleHtml className="theme-doc-markdown markdown" inner={view.inner} />
        {page.cards && <CardGrid cards={page.cards} />}
        <ArticleFooter page={page} />
      </article>
      <Pagination previous={page.previous} next={page.next} />
    </div>
  );
}

/** Row above the heading: the version, and copying the page as Markdown. */
function ArticleTop({ page }: { page: View['page'] }) {
  const isVisitor = useIsVisitor();
  const isArticle = page.kind === 'doc' || page.kind === 'page';
  const badge = page.version && texts.version.replace('{label}', page.version);
  if (badge === undefined && !isArticle) return null;
  return (
    <div className="article-top">
      {badge && <span className="version-badge theme-doc-version-badge badge">{badge}</span>}
      {isArticle && (
        // Without scripts the link opens the Markdown instead of copying it.
        <a
          className="copy-page"
          href={pageHref(buildMarkdownPath(page.path))}
          data-action="copy-page"
          title={texts.copyPageHint}
        >
          <Copy size={14} />
          <span className="copy-page__text">{texts.copyPage}</span>
        </a>
      )}
      {isArticle && !isVisitor && <AssistantButton key={page.path} path={page.path} />}
    </div>
  );
}

/** Opens the assistant menu, which loads on first use. */
function AssistantButton({ path }: { path: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<AssistantMenuProps>>();

  function toggle(): void {
    setOpen(!isOpen);
    if (Menu !== undefined || isOpen) return;
    const menuPromise = import('./assistant-menu.tsx').then((menu) => menu.loadMenu());
    menuPromise.then(
      (loadedMenu) => setMenu(() => loadedMenu),
      () => setOpen(false),
    );
  }

  const isShown = isOpen && Menu !== undefined;
  return (
    <div className="assistant">
      <button
        ref={button}
        type="button"
        className="assistant__button"
        aria-label={texts.assistantMenu}
        title={texts.assistantMenu}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={toggle}
      >
        <ChevronRight size={14} />
      </button>
      {isShown && (
        <Menu
          id={id}
          path={path}
          onClose={(wasKey) => {
            setOpen(false);
            if (wasKey) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
