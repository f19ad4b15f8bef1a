import * as texts from 'virtual:site/texts';
import type { AudiencePage } from '../../../model/api/audiences.ts';
import { callApi } from '../../api-client.ts';
import { useLoaded } from '../../use-loaded.ts';
import { PageLink } from '../page-link.tsx';
import type { Column } from '../table/data-table.tsx';
import { Download } from '../table/download.tsx';
import { ListedTable } from '../table/listed-table.tsx';
import { Filter, SearchField } from '../table/table-filters.tsx';
import { oneOf, useListQuery } from '../table/use-table-query.ts';

const kinds = ['some', 'all', 'visitors', 'nobody'] as const;
/** Before the name of a group, where the address says whose pages are shown. */
const OF_GROUP = 'group:';

/** Who sees which pages. */
export function AudiencePages({
  groups,
  hasVisitors,
}: {
  groups: readonly { name: string; label: string }[];
  hasVisitors: boolean;
}) {
  const { query, list, search, change } = useListQuery<'path'>(['path'], 'ascending');
  const shown = query.get('for') ?? '';
  const wanted = {
    order: list.order,
    search,
    ...(shown.startsWith(OF_GROUP) ? { group: shown.slice(OF_GROUP.length) } : { kind: oneOf(kinds, shown) }),
  };
  const { page, limit } = list;
  const load = (part: { page: number; limit: number }) =>
    callApi('GET /api/v1/audiences/pages', { query: { ...wanted, ...part } });
  const loaded = useLoaded(JSON.stringify([wanted, page, limit]), () => load({ page, limit }));
  const labels = new Map(groups.map(({ name, label }) => [name, label]));
  const said = ({ seenBy, groups: own }: AudiencePage): string => {
    switch (seenBy) {
      case 'visitors':
        return `${texts.visitors}, ${texts.everyReader.toLowerCase()}`;
      case 'readers':
        return texts.everyReader;
      case 'groups':
        return own.map((name) => labels.get(name) ?? name).join(', ');
      case 'nobody':
        return texts.nobody;
    }
  };
  const columns: readonly Column<AudiencePage, 'path'>[] = [
    {
      label: texts.page,
      look: 'name',
      sort: 'path',
      cell: ({ path }) => <PageLink path={path} />,
    },
    { label: texts.seenBy, look: 'wide', cell: said },
  ];
  return (
    <>
      <div className="admin__bar">
        <search className="filters">
          <SearchField label={texts.findPages} search={search} change={change} />
          <Filter
            label={texts.seenBy}
            value={shown}
            options={[
              ['', texts.narrowPages],
              ['all', texts.allPages],
              ...(hasVisitors ? [['visitors', texts.visitors] as const] : []),
              ...groups.map(({ name, label }) => [OF_GROUP + name, label] as const),
              ['nobody', texts.nobody],
            ]}
            onChange={(value) => change({ for: value })}
          />
        </search>
        <Download
          name="audiences"
          fields={['path', 'seenBy', 'groups']}
          load={async (part) => {
            const result = await load(part);
            if (!result.done) return result;
            const rows = result.answer.rows.map((row) => ({ ...row, groups: row.groups.join(' ') }));
            return { ...result, answer: { ...result.answer, rows } };
          }}
        />
      </div>
      <ListedTable
        caption={texts.audiences}
        columns={columns}
        idOf={({ path }) => path}
        loaded={loaded}
        list={list}
        change={change}
        empty={texts.noSuchPages}
      />
    </>
  );
}
