import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { CallRequest } from '../../../model/api/endpoints.ts';
import type { AccountAct } from '../../../model/api/many-accounts.ts';
import { callApi } from '../../api-client.ts';
import type { NoticeText } from '../../notice.tsx';
import type { useSelection } from './use-selection.ts';

/** What is about to be done with the selected accounts: whoever confirms it knows how many they are. */
export function useBulkActs(
  { isAll, ids }: ReturnType<typeof useSelection>,
  filter: CallRequest<'GET /api/v1/accounts/ids'>['query'],
) {
  const [asked, setAsked] = useState<{ act: AccountAct; accounts: readonly string[] }>();
  const [notice, setNotice] = useState<NoticeText>();

  async function ask(act: AccountAct): Promise<void> {
    setNotice(undefined);
    if (!isAll) return setAsked({ act, accounts: [...ids] });
    const found = await callApi('GET /api/v1/accounts/ids', { ...(filter && { query: filter }) });
    if (found.done) setAsked({ act, accounts: found.answer.accounts });
    else setNotice({ kind: 'error', text: texts.notChangedNow });
  }

  return { asked, notice, ask: (act: AccountAct) => void ask(act), close: () => setAsked(undefined) };
}
