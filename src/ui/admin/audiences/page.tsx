import * as texts from 'virtual:site/texts';
import type { AudienceGap } from '../../../model/api/audiences.ts';
import { PREVIEW_URL } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { SubmitButton } from '../../button.tsx';
import { NotYet } from '../../not-yet.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { PageLink } from '../page-link.tsx';
import { addPageTitles } from '../page-titles.ts';
import { Segments } from '../panels/segments.tsx';
import type { Column } from '../table/data-table.tsx';
import { SearchedList, useSearchedList } from '../table/searched-list.tsx';
import { changeQuery, pickOption, useListQuery, useTableQuery } from '../table/use-table-query.ts';
import { AudiencePages } from './audience-pages.tsx';

const lists = ['pages', 'links', 'neighbours'] as const;

/** `/admin/audiences`: who can see which pages, with a preview of the site. */
export function Page() {
  const { answer, state, reload } = useLoaded('audiences', () => callApi('GET /api/v1/audiences', {}));
  const query = useTableQuery();
  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  const { groups, everyReader, visitors, links, neighbours, canPreview } = answer;
  if (groups.length === 0 && visitors === undefined)
    return (
      <div className="admin">
        <p className="admin__empty">{texts.noAudiences}</p>
      </div>
    );
  const list = pickOption(lists, query.get('list'));
  return (
    <div className="admin">
      {/* A plain form, because the response is the site as someone else sees it. */}
      <form className="audiences" method="post" action={PREVIEW_URL}>
        <table className="table">
          <caption className="visually-hidden">{texts.audiences}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.group}</th>
              <th scope="col">{texts.reachedPages}</th>
            </tr>
          </thead>
          <tbody>
            {visitors !== undefined && (
              <tr>
                <td>{texts.visitors}</td>
                <td className="table__cell--labelled" data-label={texts.reachedPages}>
                  {visitors}
                </td>
              </tr>
            )}
            <tr>
              <td>{texts.everyReader}</td>
              <td className="table__cell--labelled" data-label={texts.reachedPages}>
                {everyReader}
              </td>
            </tr>
            {groups.map(({ name, label, description, pages }) => (
              <tr key={name}>
                <td>
                  <label className="check">
                    <input type="checkbox" name="group" value={name} />
                    <span>
                      {label}
                      {description && <small>{description}</small>}
                    </span>
                  </label>
                </td>
                <td className="table__cell--labelled" data-label={texts.reachedPages}>
                  {pages}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {canPreview && groups.length > 0 && <SubmitButton>{texts.beginPreview}</SubmitButton>}{' '}
        {canPreview && visitors !== undefined && (
          <button type="submit" name="visitor" value="yes" className="button">
            {texts.beginVisitorPreview}
          </button>
        )}
      </form>
      <Segments
        label={texts.audiences}
        value={list}
        options={[
          ['pages', texts.reachedPages],
          ['links', `${texts.hiddenLinks} (${links})`],
          ['neighbours', `${texts.hiddenNeighbours} (${neighbours})`],
        ]}
        // Search and sort order of the other list don't apply here.
        onChange={(list) =>
          changeQuery({
            list: list === 'pages' ? undefined : list,
            for: undefined,
            sort: undefined,
            order: undefined,
            search: undefined,
          })
        }
      />
      {list === 'pages' ? (
        <AudiencePages groups={groups} hasVisitors={visitors !== undefined} />
      ) : (
        <AudienceGaps key={list} kind={list} />
      )}
    </div>
  );
}

type TitledGap = AudienceGap & { fromTitle: string | undefined; toTitle: string | undefined };

const columns: readonly Column<TitledGap, 'from' | 'to'>[] = [
  {
    label: texts.page,
    look: 'name',
    sort: 'from',
    cell: ({ from, fromTitle }) => <PageLink path={from} title={fromTitle} />,
  },
  {
    label: texts.leadsTo,
    look: 'wide',
    sort: 'to',
    cell: ({ to, toTitle }) => <PageLink path={to} title={toTitle} href={to} />,
  },
];

/** Pages with links, or previous and next pages, that some of their readers can't open. */
function AudienceGaps({ kind }: { kind: 'links' | 'neighbours' }) {
  const listQuery = useListQuery<'from' | 'to'>(['from', 'to'], 'ascending');
  const list = useSearchedList(listQuery, { kind }, (query) =>
    addPageTitles(callApi('GET /api/v1/audiences/gaps', { query }), ({ from, to }, findTitle) => ({
      fromTitle: findTitle(from),
      toTitle: findTitle(to),
    })),
  );
  const caption = kind === 'links' ? texts.beyondLinks : texts.beyondNeighbours;
  return (
    <>
      <p className="admin__lead">{caption}</p>
      <SearchedList
        caption={caption}
        searchedList={list}
        find={texts.findPages}
        file={{ name: `audiences-${kind}`, fields: ['from', 'to'] }}
        columns={columns}
        idOf={({ from, to }) => `${from} ${to}`}
        empty={texts.noGaps}
      />
    </>
  );
}
