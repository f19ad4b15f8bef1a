import * as texts from 'virtual:site/texts';
import { useRef, useState } from 'react';
import type { DeployTokenRow } from '../../../model/api/deploy-tokens.ts';
import { NewToken, TokenForm } from '../../account/token-form.tsx';
import style from '../../account/tokens.css?inline';
import { adoptStyle } from '../../adopt-style.ts';
import { callApi } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { fillText } from '../../fill-text.ts';
import { LocalTime } from '../../local-time.tsx';
import { Notice, type NoticeText, noticeOf } from '../../notice.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { useSentForm } from '../../use-sent-form.ts';
import { type Column, WholeTable } from '../table/data-table.tsx';
import { Download, ofRows } from '../table/download.tsx';

const dayChoices = [30, 90, 365, 730];

const columns: readonly Column<DeployTokenRow, ''>[] = [
  { label: texts.tokenName, look: 'name', cell: ({ name }) => name },
  { label: texts.deployTokenMadeBy, look: 'wide', cell: ({ madeBy }) => madeBy },
  { label: texts.tokenUntil, look: 'day', cell: ({ expiresAt }) => <LocalTime at={expiresAt} isDay /> },
  {
    label: texts.sessionLastUsed,
    look: 'time',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.tokenUnused : <LocalTime at={lastUsedAt} />),
  },
];

/** What releases are published with from elsewhere. */
export function DeployTokens() {
  adoptStyle(style);
  const { answer, state, reload } = useLoaded('deploy-tokens', () =>
    callApi('GET /api/v1/deploy-tokens', {}),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const [notice, setNotice] = useState<NoticeText>();
  const tokens = answer?.tokens ?? [];

  const form = useSentForm(async (typed) => {
    const name = typed('deploy-name').trim();
    setMade(undefined);
    setNotice(undefined);
    const result = await callApi('POST /api/v1/deploy-tokens', {
      body: { name, days: Number(typed('deploy-days')) },
    });
    if (!result.done) return [result.message || texts.notChangedNow, 'deploy-name'];
    setMade({ name, secret: result.answer.secret });
    reload();
    return undefined;
  });

  async function end({ id, name }: DeployTokenRow): Promise<void> {
    const { done } = await callApi('DELETE /api/v1/deploy-tokens/:token', { params: { token: id } });
    setNotice(noticeOf(done, fillText(texts.tokenEnded, { name })));
    if (!done) return;
    setMade(undefined);
    reload();
    // The button is gone with what it ended.
    heading.current?.focus();
  }

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
            load={ofRows(tokens)}
          />
        )}
      </div>
      <TokenForm form={form} of="deploy" dayChoices={dayChoices} usualDays={365} />
      <Notice notice={notice} />
      {made && <NewToken {...made} />}
      <WholeTable
        caption={texts.deployTokens}
        columns={columns}
        rows={tokens}
        idOf={({ id }) => id}
        isBusy={state === 'loading'}
        actions={{
          label: texts.endToken,
          of: (token) => (
            <Button
              aria-label={fillText(texts.endNamedToken, { name: token.name })}
              onClick={() => void end(token)}
            >
              {texts.endToken}
            </Button>
          ),
        }}
      />
    </section>
  );
}
