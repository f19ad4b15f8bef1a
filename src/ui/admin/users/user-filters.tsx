import * as texts from 'virtual:site/texts';
import { Filter, SearchField } from '../table/table-filters.tsx';
import type { useTableQuery } from '../table/use-table-query.ts';
import type { WantedUsers } from './users-query.ts';

interface Props {
  wanted: WantedUsers;
  change: ReturnType<typeof useTableQuery>['change'];
}

export function UserFilters({ wanted, change }: Props) {
  return (
    <search className="filters">
      <SearchField label={texts.findUsers} search={wanted.search} change={change} />
      <Filter
        label={texts.userRole}
        value={wanted.role}
        onChange={(role) => change({ role })}
        options={[
          ['', texts.allRoles],
          ['reader', texts.reader],
          ['administrator', texts.administrator],
        ]}
      />
      <Filter
        label={texts.userState}
        value={wanted.state}
        onChange={(state) => change({ state })}
        options={[
          ['', texts.allStates],
          ['active', texts.stateActive],
          ['invited', texts.stateInvited],
          ['disabled', texts.stateDisabled],
          ['elsewhere', texts.stateElsewhere],
        ]}
      />
    </search>
  );
}
