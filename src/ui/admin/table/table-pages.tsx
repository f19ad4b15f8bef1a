import * as texts from 'virtual:site/texts';
import { useId } from 'react';
import { fillText } from '../../fill-text.ts';
import { pageLanguage } from '../../page-language.ts';
import { ChevronRight } from '../../shell/icons.tsx';
import { ChevronLeft, ChevronsLeft, ChevronsRight } from '../icons.tsx';

const number = new Intl.NumberFormat(pageLanguage());

interface Props {
  page: number;
  limit: number;
  /** Rows of all pages. */
  total: number;
  limits: readonly number[];
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

/** Which rows are shown, and the ways to the others. */
export function TablePages({ page, limit, total, limits, onPage, onLimit }: Props) {
  const id = useId();
  const last = Math.max(1, Math.ceil(total / limit));
  const shown = fillText(texts.rowsShown, {
    from: number.format((page - 1) * limit + 1),
    to: number.format(Math.min(page * limit, total)),
    total: number.format(total),
  });
  const ways = [
    { label: texts.firstPage, to: 1, Icon: ChevronsLeft, off: page === 1 },
    { label: texts.previousPage, to: page - 1, Icon: ChevronLeft, off: page === 1 },
    { label: texts.nextPage, to: page + 1, Icon: ChevronRight, off: page >= last },
    { label: texts.lastPage, to: last, Icon: ChevronsRight, off: page >= last },
  ];
  return (
    <div className="table-pages">
      <p role="status">{total === 0 ? texts.noRows : shown}</p>
      <div className="table-pages__limit" hidden={total === 0}>
        <label htmlFor={id}>{texts.rowsPerPage}</label>
        <select id={id} value={limit} onChange={({ target }) => onLimit(Number(target.value))}>
          {limits.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <nav aria-label={texts.tablePages} hidden={total === 0}>
        {ways.slice(0, 2).map(way)}
        <span className="table-pages__now">
          {fillText(texts.pageOfPages, { page: number.format(page), pages: number.format(last) })}
        </span>
        {ways.slice(2).map(way)}
      </nav>
    </div>
  );

  function way({ label, to, Icon, off }: (typeof ways)[number]) {
    // Not `disabled`: on the last page the button under the finger would lose the focus.
    return (
      <button
        key={label}
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-disabled={off}
        onClick={() => off || onPage(to)}
      >
        <Icon size={18} />
      </button>
    );
  }
}
