import * as texts from 'virtual:site/texts';
import { useEffect, useState } from 'react';
import type { CallAnswer } from '../../model/api/endpoints.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { numberFormat } from '../../ui/admin/number.ts';
import { countAccounts } from '../../ui/admin/users/count-accounts.ts';
import { LinksToSave } from '../../ui/admin/users/links-to-save.tsx';
import { callApi } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { fillText } from '../../ui/fill-text.ts';

const ASK_AGAIN_MS = 2_000;

type Props = CallAnswer<'POST /api/v1/accounts/import'> & { onClose: () => void };

/** Result of an import and progress of its invitations. */
export function ImportedUsers({ added, there, links, onClose }: Props) {
  const byMail = added - links.length;
  return (
    <>
      <div role="status" className="modal__told">
        <p className="modal__main">{fillText(texts.importDone, { accounts: countAccounts(added) })}</p>
        {there > 0 && <p>{fillText(texts.importThere, { accounts: countAccounts(there) })}</p>}
      </div>
      {byMail > 0 && <WaitingInvitations from={byMail} />}
      {links.length > 0 && <LinksToSave links={links} />}
      <div className="modal__buttons">
        <Button ref={(button) => button?.focus()} onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </>
  );
}

/** The mail server takes invitations one by one. The dialog can be closed meanwhile. */
function WaitingInvitations({ from }: { from: number }) {
  const [waitingCount, setWaiting] = useState(from);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const result = await callApi('GET /api/v1/accounts/import/invitations', {});
      if (isOver) return;
      if (result.done) setWaiting(result.answer.waiting);
      if (!result.done || result.answer.waiting > 0)
        timer = setTimeout(() => runInBackground(look()), ASK_AGAIN_MS);
    };
    runInBackground(look());
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className="progress">
      <progress aria-label={texts.importTitle} max={from} value={Math.max(0, from - waitingCount)} />
      <p>{fillText(texts.importWaiting, { count: numberFormat.format(waitingCount) })}</p>
    </div>
  );
}
