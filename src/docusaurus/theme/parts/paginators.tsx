import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactElement, ReactNode } from 'react';

interface Neighbour {
  permalink: string;
  title: ReactNode;
}

/** A link to the page before or after this one. */
export function PaginatorLink({
  permalink,
  title,
  subLabel,
  isNext = false,
}: Neighbour & { subLabel?: ReactNode; isNext?: boolean }): ReactElement {
  return (
    <Link className={`pagination-nav__link pagination-nav__link--${isNext ? 'next' : 'prev'}`} to={permalink}>
      {subLabel && <div className="pagination-nav__sublabel">{subLabel}</div>}
      <div className="pagination-nav__label">{title}</div>
    </Link>
  );
}

export function DocPaginator({
  className = '',
  previous,
  next,
}: {
  className?: string;
  previous?: Neighbour;
  next?: Neighbour;
}): ReactElement {
  const label = translate({ id: 'theme.docs.paginator.navAriaLabel', message: 'Docs pages' });
  return (
    <nav className={`pagination-nav ${className}`.trim()} aria-label={label}>
      {previous && (
        <PaginatorLink
          {...previous}
          subLabel={<Translate id="theme.docs.paginator.previous">Previous</Translate>}
        />
      )}
      {next && (
        <PaginatorLink
          {...next}
          subLabel={<Translate id="theme.docs.paginator.next">Next</Translate>}
          isNext
        />
      )}
    </nav>
  );
}

export function PostPaginator({
  prevItem,
  nextItem,
}: {
  prevItem?: Neighbour;
  nextItem?: Neighbour;
}): ReactElement {
  const label = translate({
    id: 'theme.blog.post.paginator.navAriaLabel',
    message: 'Blog post page navigation',
  });
  return (
    <nav className="pagination-nav docusaurus-mt-lg" aria-label={label}>
      {prevItem && (
        <PaginatorLink
          {...prevItem}
          subLabel={<Translate id="theme.blog.post.paginator.newerPost">Newer post</Translate>}
        />
      )}
      {nextItem && (
        <PaginatorLink
          {...nextItem}
          subLabel={<Translate id="theme.blog.post.paginator.olderPost">Older post</Translate>}
          isNext
        />
      )}
    </nav>
  );
}

export function ListPaginator({
  metadata: { previousPage, nextPage },
}: {
  metadata: { previousPage?: string; nextPage?: string };
}): ReactElement {
  const label = translate({ id: 'theme.blog.paginator.navAriaLabel', message: 'Blog list page navigation' });
  return (
    <nav className="pagination-nav" aria-label={label}>
      {previousPage && (
        <PaginatorLink
          permalink={previousPage}
          title={<Translate id="theme.blog.paginator.newerEntries">Newer entries</Translate>}
        />
      )}
      {nextPage && (
        <PaginatorLink
          permalink={nextPage}
          title={<Translate id="theme.blog.paginator.olderEntries">Older entries</Translate>}
          isNext
        />
      )}
    </nav>
  );
}
