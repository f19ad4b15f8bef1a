import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { runInBackground } from '../../../shared/in-background.ts';
import { RevokeToken } from '../../../ui/account/revoke-token.tsx';
import { NewToken, TokenForm, useTokens } from '../../../ui/account/token-form.tsx';
import style from '../../../ui/account/tokens.css?inline';
import { type Column, WholeTable } from '../../../ui/admin/table/data-table.tsx';
import { Download, loadRows } from '../../../ui/admin/table/download.tsx';
import { adoptStyle } from '../../../ui/adopt-style.ts';
import { callApi } from '../../../ui/api-client.ts';
import { LocalTime } from '../../../ui/local-time.tsx';
import { Notice, type NoticeText } from '../../../ui/notice.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { DeployTokenRow } from './deploy-token-endpoints.ts';

const dayChoices = [30, 90, 365, 730];

const columns: readonly Column<DeployTokenRow, ''>[] = [
  { label: texts.tokenName, look: 'name', cell: ({ name }) => name },
  { label: texts.deployTokenMadeBy, look: 'wide', cell: ({ madeBy }) => madeBy },
  { label: texts.tokenUntil, look: 'day', cell: ({ expiresAt }) => <LocalTime at={expiresAt} isDay /> },
  {
    label: texts.tokenLastUsed,
    look: 'time',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.tokenUnused : <RelativeTime at={lastUsedAt} />),
  },
];

/** Deploy tokens, which publish releases from another machine. */
export function DeployTokensSection() {
  adoptStyle(style);
  const { answer, state, reload } = useLoaded('deploy-tokens', () =>
    callApi('GET /api/v1/deploy-tokens', {}),
  );
  const [notice, setNotice] = useState<NoticeText>();
  const tokens = answer?.tokens ?? [];
  const { heading, form, newToken, onEnd } = useTokens({
    of: 'deploy',
    tell: setNotice,
    reload,
    make: (body) => callApi('POST /api/v1/deploy-tokens', { body }),
    explainRefusal: ({ code }) =>
      code === 'too-many-tokens' ? texts.tooManyDeployTokens : texts.notChangedNow,
    end: (token) => callApi('DELETE /api/v1/deploy-tokens/:token', { params: { token } }),
  });

  return (
    <section className="tokens" aria-labelledby="deploy-tokens">
      <h2 id="deploy-tokens" ref={heading} tabIndex={-1}>
        {texts.deployTokens}
      </h2>
      <div className="admin__bar">
        <p className="admin__lead">{texts.deployTokensLead}</p>
        {tokens.length > 0 && (
          <Download
            name="deploy-tokens"
            fields={['name', 'madeBy', 'createdAt', 'expiresAt', 'lastUsedAt']}
            load={loadRows(tokens)}
          />
        )}
      </div>
      <TokenForm form={form} dayChoices={dayChoices} usualDays={365} />
      <Notice notice={notice} />
      {newToken && <NewToken {...newToken} />}
      <WholeTable
        caption={texts.deployTokens}
        columns={columns}
        rows={tokens}
        idOf={({ id }) => id}
        isBusy={state === 'loading'}
        actions={{
          label: texts.endToken,
          of: (token) => (
            <RevokeToken
              name={token.name}
              warning={texts.endTokenWarning}
              onRevoke={() => runInBackground(onEnd(token))}
            />
          ),
        }}
      />
    </section>
  );
}
