import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import { ACCOUNTS_AT_ONCE } from '../../../config/constants.ts';
import type { CallAnswer } from '../../../model/api/endpoints.ts';
import type { AccountAct } from '../../../model/api/many-accounts.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { callApi } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { fillText } from '../../fill-text.ts';
import { ModalDialog } from '../../modal-dialog.tsx';
import { actNames } from './bulk-bar.tsx';
import { countAccounts } from './count-accounts.ts';
import { LinksToSave } from './links-to-save.tsx';
import { ProgressBar } from './progress.tsx';

interface Result extends Omit<CallAnswer<'POST /api/v1/accounts/acts'>, 'action'> {
  /** Number of accounts tried. */
  tried: number;
}

const reasons: Readonly<Record<Result['refused'][number]['code'], string>> = {
  'not-found': texts.refusedNotFound,
  'last-administrator': texts.refusedLastAdministrator,
  'own-account': texts.refusedOwnAccount,
  'has-password': texts.refusedHasPassword,
  'too-many-mails': texts.refusedTooManyMails,
};

/** Questions in the dialog's title, with a form for each plural category. */
const questions: Readonly<Record<AccountAct, string>> = {
  disable: texts.bulkDisableTitle,
  enable: texts.bulkEnableTitle,
  reader: texts.bulkReaderTitle,
  administrator: texts.bulkAdministratorTitle,
  invite: texts.bulkInviteTitle,
  'end-sessions': texts.bulkSignOutTitle,
  remove: texts.bulkDeleteTitle,
};

const consequences: Readonly<Record<AccountAct, string>> = {
  disable: texts.bulkEndsSessions,
  enable: texts.bulkEnables,
  reader: texts.bulkEndsSessions,
  administrator: texts.bulkEndsSessions,
  invite: texts.bulkInvites,
  'end-sessions': texts.bulkEndsSessions,
  remove: texts.bulkRemoves,
};

const nothing: Result = { tried: 0, done: 0, refused: [], links: [] };

interface Props {
  act: AccountAct;
  accounts: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Confirms a bulk action, runs it in parts and reports the accounts that were skipped. */
export function BulkDialog({ act, accounts, onDone, onClose }: Props) {
  const [state, setState] = useState<'asking' | 'acting' | 'finished'>('asking');
  const [result, setResult] = useState(nothing);
  // Closing the dialog stops after the current part. Accounts changed until then stay changed.
  const isClosed = useRef(false);
  useEffect(
    () => () => {
      isClosed.current = true;
    },
    [],
  );

  async function run(): Promise<void> {
    setState('acting');
    let progress = nothing;
    let continues: string | undefined;
    while (progress.tried < accounts.length && !isClosed.current) {
      const part = accounts.slice(progress.tried, progress.tried + ACCOUNTS_AT_ONCE);
      const body = { act, accounts: part, continues };
      const callResult = await callApi('POST /api/v1/accounts/acts', { body });
      if (!callResult.done) break;
      const { action, done, refused, links } = callResult.answer;
      continues = action;
      progress = {
        tried: progress.tried + part.length,
        done: progress.done + done,
        refused: [...progress.refused, ...refused],
        links: [...progress.links, ...links],
      };
      setResult(progress);
    }
    setState('finished');
    onDone();
  }

  const question = countAccounts(accounts.length, questions[act]);
  return (
    <ModalDialog title={state === 'asking' ? question : actNames[act]} onClose={onClose}>
      {state === 'asking' && <p>{consequences[act]}</p>}
      {state === 'acting' && (
        <ProgressBar
          label={actNames[act]}
          words={texts.bulkProgress}
          done={result.tried}
          of={accounts.length}
        />
      )}
      <div role="status" className="modal__told">
        {state === 'finished' && <BulkResult result={result} left={accounts.length - result.tried} />}
      </div>
      <div className="modal__buttons">
        {/* In a dialog that has just opened, the harmless button has the focus. */}
        <Button autoFocus onClick={onClose}>
          {state === 'finished' ? texts.close : texts.cancel}
        </Button>
        {state === 'asking' && (
          <Button look={act === 'remove' ? 'danger' : 'main'} onClick={() => runInBackground(run())}>
            {actNames[act]}
          </Button>
        )}
      </div>
    </ModalDialog>
  );
}

function BulkResult({ result: { done, refused, links }, left }: { result: Result; left: number }) {
  return (
    <>
      <p>{fillText(texts.bulkDone, { accounts: countAccounts(done) })}</p>
      {left > 0 && (
        <p className="form-error">{fillText(texts.bulkStopped, { accounts: countAccounts(left) })}</p>
      )}
      {refused.length > 0 && (
        <>
          <p>{fillText(texts.bulkNotDone, { accounts: countAccounts(refused.length) })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <ul className="told-list" tabIndex={0}>
            {refused.map(({ email, code }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and removed accounts have no name
              <li key={index}>
                {email && <b>{email}</b>} {reasons[code]}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length > 0 && <LinksToSave links={links} />}
    </>
  );
}
