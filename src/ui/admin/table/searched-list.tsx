import * as texts from 'virtual:site/texts';
import type { ComponentProps, ReactNode } from 'react';
import type { ApiResult } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { type Loaded, useLoaded } from '../../use-loaded.ts';
import { Download, type Saved } from './download.tsx';
import { ListedTable } from './listed-table.tsx';
import { SearchField } from './table-filters.tsx';
import { changeQuery, type ListQuery, type ListSettings } from './use-table-query.ts';

/** A list with its settings and rows. */
interface SearchedListState<Sort extends string, Answer> {
  list: ListSettings<Sort>;
  search: string;
  /** Loads another page, for the download. */
  load: (part: { page: number; limit: number }) => Promise<ApiResult<Answer>>;
  loaded: Loaded<Answer>;
}

/** Loads the page of a list that the URL names, and any other for a file. `also`: filters besides the search. */
export function useSearchedList<Sort extends string, Also, Answer>(
  { list, search }: Pick<ListQuery<Sort>, 'list' | 'search'>,
  also: Also,
  ask: (query: ListSettings<Sort> & { search: string } & Also) => Promise<ApiResult<Answer>>,
): SearchedListState<Sort, Answer> {
  const query = { ...list, search, ...also };
  const load = (part: { page: number; limit: number }) => ask({ ...query, ...part });
  const loadState = useLoaded(JSON.stringify(query), () => ask(query));
  return { list, search, load, loaded: loadState };
}

interface Props<Row extends Saved<Row>, Sort extends string>
  extends Omit<ComponentProps<typeof ListedTable<Row, Sort>>, 'loaded' | 'list' | 'empty'> {
  searchedList: SearchedListState<Sort, { rows: readonly Row[]; total: number }>;
  /** Label of the search field. */
  find: string;
  /** Filters beside the search field. */
  filters?: ReactNode;
  /** Settings of the download. */
  file: Omit<ComponentProps<typeof Download<Row>>, 'load'>;
  /** Values of the filters that are set, by their name in the URL. */
  narrowedBy?: Readonly<Record<string, string | undefined>>;
  /** Text if there are no rows, though nothing is searched for or filtered. */
  empty: string;
  /** Content between the filters and the rows. */
  children?: ReactNode;
}

/** A list with search, filters and download. */
export function SearchedList<Row extends Saved<Row>, Sort extends string>(props: Props<Row, Sort>) {
  const { searchedList, find, filters, narrowedBy = {}, file, empty, children, ...table } = props;
  const { list, search, load, loaded } = searchedList;
  const isNarrowed = search !== '' || Object.values(narrowedBy).some(Boolean);
  const clear = () =>
    changeQuery({
      search: undefined,
      ...Object.fromEntries(Object.keys(narrowedBy).map((name) => [name, undefined])),
    });
  return (
    <>
      <div className="admin__bar">
        <search className="filters">
          <SearchField label={find} search={search} />
          {filters}
        </search>
        <Download {...file} load={load} />
      </div>
      {children}
      <ListedTable
        {...table}
        loaded={loaded}
        list={list}
        empty={
          isNarrowed ? (
            <>
              <p>{texts.nothingMatches}</p>
              <Button onClick={clear}>{texts.clearSearch}</Button>
            </>
          ) : (
            empty
          )
        }
      />
    </>
  );
}
