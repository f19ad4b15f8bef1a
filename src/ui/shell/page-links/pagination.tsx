import * as texts from 'virtual:site/texts';
import type { PageRef } from '../../../model/site.ts';
import { pageHref } from '../../../model/urls.ts';
import { ArrowLeft, ArrowRight } from '../icons.tsx';

export function Pagination({ previous, next }: { previous: PageRef | undefined; next: PageRef | undefined }) {
  if (!previous && !next) return null;
  return (
    <nav className="pagination-nav" aria-label={texts.docsPages}>
      {previous && (
        <a
          className="pagination-nav__link pagination-nav__link--prev"
          href={pageHref(previous.path)}
          rel="prev"
        >
          <span className="pagination-nav__sublabel">{previous.hint ?? texts.previous}</span>
          <span className="pagination-nav__label">
            <ArrowLeft size={16} />
            {previous.title}
          </span>
        </a>
      )}
      {next && (
        <a className="pagination-nav__link pagination-nav__link--next" href={pageHref(next.path)} rel="next">
          <span className="pagination-nav__sublabel">{next.hint ?? texts.next}</span>
          <span className="pagination-nav__label">
            {next.title}
            <ArrowRight size={16} />
          </span>
        </a>
      )}
    </nav>
  );
}
