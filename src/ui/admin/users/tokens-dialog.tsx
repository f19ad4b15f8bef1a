import * as texts from 'virtual:site/texts';
import { useRef, useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { TokenList } from '../../account/token-list.tsx';
import style from '../../account/tokens.css?inline';
import { adoptStyle } from '../../adopt-style.ts';
import { callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import { ModalDialog } from '../../modal-dialog.tsx';
import { FormProblem } from '../../notice.tsx';
import { LoadError, Spinner } from '../../shell/drawing/loading.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { describeRefusal } from './user-actions.ts';

/** Tokens and connected apps of a user, each with a button to revoke it. */
export function TokensDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  adoptStyle(style);
  const { id, email } = account;
  const lead = useRef<HTMLParagraphElement>(null);
  const [problem, setProblem] = useState<string>();
  const { answer, state, reload } = useLoaded(`tokens of ${id}`, () =>
    callApi('GET /api/v1/accounts/:account/tokens', { params: { account: id } }),
  );

  async function end(token: { id: string }): Promise<void> {
    const result = await callApi('DELETE /api/v1/accounts/:account/tokens/:token', {
      params: { account: id, token: token.id },
    });
    setProblem(result.done ? undefined : describeRefusal(result, email));
    reload();
    // The button disappears with the token, so the focus moves to the text.
    lead.current?.focus();
  }

  return (
    <ModalDialog title={texts.userTokens} onClose={onClose}>
      <p ref={lead} tabIndex={-1}>
        {fillText(answer?.tokens.length === 0 ? texts.userHasNoTokens : texts.userTokensLead, { email })}
      </p>
      <FormProblem problem={problem} />
      {answer !== undefined ? (
        answer.tokens.length > 0 && (
          <div className="tokens">
            <TokenList tokens={answer.tokens} onEnd={(token) => runInBackground(end(token))} />
          </div>
        )
      ) : state === 'failed' ? (
        <LoadError message={texts.notLoaded} onRetry={reload} />
      ) : (
        <Spinner />
      )}
    </ModalDialog>
  );
}
