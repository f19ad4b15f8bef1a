import * as texts from 'virtual:site/texts';
import { useRef, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { type ApiResult, callApi, type Refused } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { AskingButton, type Question } from '../../ui/confirm-dialog.tsx';
import { fillText } from '../../ui/fill-text.ts';
import { LocalTime } from '../../ui/local-time.tsx';
import type { NoticeText } from '../../ui/notice.tsx';
import { makePasskey } from '../../ui/passkeys.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { CodesDialog, RecoveryDialog, RenameDialog } from './factor-dialogs.tsx';
import type { OwnFactors } from './factor-endpoints.ts';

interface Props {
  factors: OwnFactors;
  onDone: (notice: NoticeText) => void;
}

type Opened =
  | { dialog: 'codes'; secret: string; picture: string }
  | { dialog: 'recovery'; codes: readonly string[] }
  | { dialog: 'rename'; id: string; name: string };

/** Two-factor authentication: passkeys, authenticator app and recovery codes. */
export function FactorsSection({ factors, onDone }: Props) {
  const { passkeys, codesSince, recoveryCodes, isNeeded, can } = factors;
  const heading = useRef<HTMLHeadingElement>(null);
  const [openedDialog, setOpened] = useState<Opened>();
  const [isBusy, setBusy] = useState(false);
  const factorCount = passkeys.length + (codesSince === null ? 0 : 1);
  const reportDone = (text: string) => onDone({ kind: 'done', text });

  /** Runs one action at a time and shows its result above. */
  async function act<Answer>(
    doing: () => Promise<ApiResult<Answer>>,
    then: (answer: Answer) => void,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const result = await doing();
    setBusy(false);
    if (result.done) then(result.answer);
    else onDone({ kind: 'error', text: describeRefusal(result) });
  }

  const reportAdded = (
    text: string,
    { recoveryCodes: newCodes }: { recoveryCodes?: string[] | undefined },
  ) => {
    reportDone(text);
    setOpened(newCodes ? { dialog: 'recovery', codes: newCodes } : undefined);
  };

  const reportRemoval = (text: string) => () => {
    reportDone(text);
    // The button disappears with the item, so the focus moves to the heading.
    heading.current?.focus();
  };

  /** Undefined if the server will refuse, because the account needs its last factor. */
  function createRemovalQuestion(title: string, warning: string): Question | undefined {
    const isLast = factorCount === 1;
    if (isLast && isNeeded) return undefined;
    return {
      title,
      warning: isLast ? `${warning} ${texts.removeLastFactorWarning}` : warning,
      action: texts.removeFactor,
    };
  }

  const removePasskey = (id: string) =>
    runInBackground(
      act(
        () => callApi('DELETE /api/v1/account/passkeys/:passkey', { params: { passkey: id } }),
        reportRemoval(texts.passkeyRemoved),
      ),
    );

  const removeCodes = () =>
    runInBackground(
      act(() => callApi('DELETE /api/v1/account/codes', {}), reportRemoval(texts.codesRemoved)),
    );

  const renewRecoveryCodes = () =>
    runInBackground(
      act(
        () => callApi('POST /api/v1/account/recovery-codes', {}),
        (answer) => reportAdded(texts.recoveryCodesMade, answer),
      ),
    );

  return (
    <section className="account__section" aria-labelledby="factors-title">
      <div className="account__about">
        <h2 id="factors-title" ref={heading} tabIndex={-1}>
          {texts.factorsTitle}
        </h2>
        <p>{texts.factorsLead}</p>
        {isNeeded && <p>{texts.factorsNeeded}</p>}
      </div>
      <div className="factors">
        <ul>
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <p className="sessions__name">{name}</p>
                <p className="sessions__times">
                  {texts.passkey}, {texts.factorSince} <LocalTime at={createdAt} isDay />
                  {lastUsedAt !== null && (
                    <>
                      , {texts.sessionUsed} <RelativeTime at={lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <div className="factors__acts">
                <Button
                  aria-label={fillText(texts.renamePasskey, { name })}
                  onClick={() => setOpened({ dialog: 'rename', id, name })}
                >
                  {texts.rename}
                </Button>
                <AskingButton
                  aria-label={fillText(texts.removePasskey, { name })}
                  aria-disabled={isBusy}
                  question={createRemovalQuestion(
                    fillText(texts.removePasskeyTitle, { name }),
                    texts.removePasskeyWarning,
                  )}
                  onConfirm={() => removePasskey(id)}
                >
                  {texts.removeFactor}
                </AskingButton>
              </div>
            </li>
          ))}
          {(codesSince !== null || can.codes) && (
            <li>
              <div>
                <p className="sessions__name">{texts.codesSetUpTitle}</p>
                <p className="sessions__times">
                  {codesSince === null ? (
                    texts.notSetUp
                  ) : (
                    <>
                      {texts.factorSince} <LocalTime at={codesSince} isDay />
                    </>
                  )}
                </p>
              </div>
              {codesSince === null ? (
                <Button
                  aria-label={texts.setUpCodes}
                  aria-disabled={isBusy}
                  onClick={() =>
                    runInBackground(
                      act(
                        () => callApi('POST /api/v1/account/codes', {}),
                        ({ secret, picture }) => setOpened({ dialog: 'codes', secret, picture }),
                      ),
                    )
                  }
                >
                  {texts.setUp}
                </Button>
              ) : (
                <AskingButton
                  aria-label={texts.removeCodes}
                  aria-disabled={isBusy}
                  question={createRemovalQuestion(texts.removeCodesTitle, texts.removeCodesWarning)}
                  onConfirm={removeCodes}
                >
                  {texts.removeFactor}
                </AskingButton>
              )}
            </li>
          )}
          {factorCount > 0 && (
            <li>
              <div>
                <p className="sessions__name">{texts.recoveryCodes}</p>
                <p className="sessions__times">
                  {fillText(texts.recoveryCodesLeft, { count: recoveryCodes })}
                </p>
              </div>
              <AskingButton
                aria-disabled={isBusy}
                question={{
                  title: texts.newRecoveryCodesTitle,
                  warning: texts.newRecoveryCodesWarning,
                  action: texts.newRecoveryCodes,
                }}
                onConfirm={renewRecoveryCodes}
              >
                {texts.newRecoveryCodes}
              </AskingButton>
            </li>
          )}
        </ul>
        {can.passkeys ? (
          <Button
            aria-disabled={isBusy}
            onClick={() =>
              runInBackground(act(addPasskey, (answer) => reportAdded(texts.passkeyAdded, answer)))
            }
          >
            {texts.addPasskey}
          </Button>
        ) : (
          <p className="sessions__none">{texts.noPasskeysHere}</p>
        )}
      </div>
      {openedDialog?.dialog === 'codes' && (
        <CodesDialog
          {...openedDialog}
          onConfirmed={(answer) => reportAdded(texts.codesAdded, answer)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {openedDialog?.dialog === 'recovery' && (
        <RecoveryDialog codes={openedDialog.codes} onClose={() => setOpened(undefined)} />
      )}
      {openedDialog?.dialog === 'rename' && (
        <RenameDialog
          {...openedDialog}
          onRenamed={() => {
            setOpened(undefined);
            reportDone(texts.passkeyRenamed);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

async function addPasskey() {
  const options = await callApi('POST /api/v1/account/passkeys/options', {});
  if (!options.done) return options;
  const credential = await makePasskey(options.answer);
  if ('problem' in credential) return { done: false, code: UNMADE, message: credential.problem } as const;
  return callApi('POST /api/v1/account/passkeys', { body: { name: '', passkey: credential.answer } });
}

/** Code for when the browser couldn't create a passkey. The message explains why. */
const UNMADE = 'unmade';

const refusals: Readonly<Record<string, string>> = {
  'factor-needed': texts.factorNeeded,
  'step-up': texts.stepUpCancelled,
  'too-many': texts.tooManyPasskeys,
  'wrong-credentials': texts.passkeyFailed,
  'sign-in-expired': texts.passkeyFailed,
};

function describeRefusal({ code, message }: Refused): string {
  return code === UNMADE ? message : (refusals[code] ?? texts.notChangedNow);
}
