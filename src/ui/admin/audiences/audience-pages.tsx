import * as texts from 'virtual:site/texts';
import type { AudiencePage } from '../../../model/api/audiences.ts';
import { callApi } from '../../api-client.ts';
import { PageLink } from '../page-link.tsx';
import { addPageTitles } from '../page-titles.ts';
import type { Column } from '../table/data-table.tsx';
import { SearchedList, useSearchedList } from '../table/searched-list.tsx';
import { Filter } from '../table/table-filters.tsx';
import { pickOption, useListQuery } from '../table/use-table-query.ts';

const kinds = ['some', 'all', 'visitors', 'nobody'] as const;
/** Prefix of a group's name in the query. */
const OF_GROUP = 'group:';

interface Props {
  groups: readonly { name: string; label: string }[];
  hasVisitors: boolean;
}

/** Pages with who can see them. */
export function AudiencePages({ groups, hasVisitors }: Props) {
  const { query, ...listQuery } = useListQuery<'path'>(['path'], 'ascending');
  const filter = query.get('for') ?? '';
  const also = filter.startsWith(OF_GROUP)
    ? { group: filter.slice(OF_GROUP.length) }
    : { kind: pickOption(kinds, filter) };
  const list = useSearchedList(listQuery, also, (part) =>
    addPageTitles(callApi('GET /api/v1/audiences/pages', { query: part }), ({ path }, findTitle) => ({
      title: findTitle(path),
    })),
  );
  const labels = new Map(groups.map(({ name, label }) => [name, label]));
  const describeAudience = ({ seenBy, groups: groupNames }: AudiencePage): string => {
    switch (seenBy) {
      case 'visitors':
        return `${texts.visitors}, ${texts.everyReader.toLowerCase()}`;
      case 'readers':
        return texts.everyReader;
      case 'groups':
        return groupNames.map((name) => labels.get(name) ?? name).join(', ');
      case 'nobody':
        return texts.nobody;
    }
  };
  const columns: readonly Column<AudiencePage & { title: string | undefined }, 'path'>[] = [
    {
      label: texts.page,
      look: 'name',
      sort: 'path',
      cell: ({ path, title }) => <PageLink path={path} title={title} />,
    },
    { label: texts.seenBy, look: 'wide', cell: describeAudience },
  ];
  return (
    <SearchedList
      caption={texts.audiences}
      searchedList={list}
      find={texts.findPages}
      filters={
        <Filter
          label={texts.seenBy}
          value={filter}
          options={[
            ['', texts.narrowPages],
            ['all', texts.allPages],
            ...(hasVisitors ? [['visitors', texts.visitors] as const] : []),
            ...groups.map(({ name, label }) => [OF_GROUP + name, label] as const),
            ['nobody', texts.nobody],
          ]}
          name="for"
        />
      }
      file={{ name: 'audiences', fields: ['path', 'seenBy', 'groups'] }}
      columns={columns}
      idOf={({ path }) => path}
      narrowedBy={{ for: filter }}
      empty={texts.noSuchPages}
    />
  );
}
