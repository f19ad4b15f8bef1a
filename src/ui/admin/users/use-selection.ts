import { useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';

/**
 * Which accounts something is to be done with: some, of whichever pages, or all that the search finds. Another search
 * begins with none.
 */
export function useSelection(search: string, total: number) {
  const none = { search, ids: new Set<string>(), isAll: false };
  const [kept, keep] = useState(none);
  const { ids, isAll } = kept.search === search ? kept : none;
  return {
    ids,
    isAll,
    count: isAll ? total : ids.size,
    isSelected: ({ id }: AccountRow) => isAll || ids.has(id),
    onSelect: (rows: readonly AccountRow[], isSelected: boolean) => {
      const next = new Set(ids);
      for (const { id } of rows) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      keep({ search, ids: next, isAll: false });
    },
    selectMatching: () => keep({ search, ids, isAll: true }),
    clear: () => keep(none),
  };
}
