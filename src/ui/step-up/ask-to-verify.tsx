import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SIGN_OUT_URL } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { describeTooManyPasswords } from '../account/refusal.ts';
import { adoptStyle } from '../adopt-style.ts';
import { callApi, type Refused, stepUpBy } from '../api-client.ts';
import { Button, SubmitButton } from '../button.tsx';
import { Field, PasswordField } from '../login/field.tsx';
import { ModalDialog } from '../modal-dialog.tsx';
import { FormProblem } from '../notice.tsx';
import parts from '../parts.css?inline';
import { askPasskey } from '../passkeys.ts';
import { Spinner } from '../shell/drawing/loading.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './step-up.css?inline';

let pendingQuestion: Promise<boolean> | undefined;

/** Asks the reader to confirm who they are, above whatever is open. Returns false if they cancel. */
export function askToVerify(): Promise<boolean> {
  pendingQuestion ??= ask().finally(() => {
    pendingQuestion = undefined;
  });
  return pendingQuestion;
}

function ask(): Promise<boolean> {
  for (const sheet of [parts, style]) adoptStyle(sheet);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  return new Promise((resolve) => {
    const end = (isVerified: boolean) => {
      root.unmount();
      container.remove();
      resolve(isVerified);
    };
    root.render(<StepUpDialog onEnd={end} />);
  });
}

stepUpBy(askToVerify);

/** Confirms who the reader is, because someone else may use an open browser or a stolen session. */
function StepUpDialog({ onEnd }: { onEnd: (isVerified: boolean) => void }) {
  // The options are requested once: each request is another challenge, and the authenticator answers only the last one.
  const verificationOptions = useLoaded('step-up', () =>
    callApi('POST /api/v1/account/verification/options', {}),
  );
  const { answer } = verificationOptions;
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function verify(
    body: { password: string } | { code: string } | { passkey: Record<string, unknown> },
  ): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const result = await callApi('POST /api/v1/account/verification', { body: { ...body } });
    setBusy(false);
    if (result.done) return onEnd(true);
    setProblem(describeRefusal(result));
    // A passkey's response can't be used again.
    if ('passkey' in body) verificationOptions.reload();
  }

  async function verifyByPasskey(options: object): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const answer = await askPasskey(options);
    setBusy(false);
    if ('problem' in answer) setProblem(answer.problem);
    else await verify({ passkey: answer.answer });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    const formData = new FormData(event.currentTarget);
    const readField = (name: string) => String(formData.get(name) ?? '');
    runInBackground(
      verify(formData.has('code') ? { code: readField('code') } : { password: readField('password') }),
    );
  }

  return (
    <ModalDialog title={texts.stepUpTitle} onClose={() => onEnd(false)}>
      <p>{texts.stepUpLead}</p>
      <FormProblem problem={problem} />
      {answer === undefined ? (
        verificationOptions.state === 'failed' ? (
          <p>{texts.notChangedNow}</p>
        ) : (
          <Spinner />
        )
      ) : (
        <>
          {answer.passkey && (
            <button
              type="button"
              className="button button--main step-up__passkey"
              aria-disabled={isBusy}
              onClick={() => answer.passkey && !isBusy && runInBackground(verifyByPasskey(answer.passkey))}
            >
              {texts.usePasskey}
            </button>
          )}
          {answer.password && (
            <form className="modal__form" onSubmit={submit}>
              <PasswordField
                label={texts.yourPassword}
                id="step-up-password"
                name="password"
                autoFocus={answer.passkey === undefined}
              />
              <div className="modal__buttons">
                <Button onClick={() => onEnd(false)}>{texts.cancel}</Button>
                <Button type="submit" look={answer.passkey ? undefined : 'main'} aria-disabled={isBusy}>
                  {texts.goOn}
                </Button>
              </div>
            </form>
          )}
          {answer.codes && (
            <details className="step-up__other">
              <summary>{texts.codeInstead}</summary>
              <form className="modal__form" onSubmit={submit}>
                <Field
                  label={texts.oneTimeCode}
                  id="step-up-code"
                  name="code"
                  autoComplete="one-time-code"
                  inputMode="numeric"
                />
                <div className="modal__buttons">
                  <Button type="submit" aria-disabled={isBusy}>
                    {texts.goOn}
                  </Button>
                </div>
              </form>
            </details>
          )}
          {!answer.password && <SignInAgain address={answer.signIn} />}
        </>
      )}
    </ModalDialog>
  );
}

/** Sends a user without a password here to the identity provider to confirm. The action is repeated afterwards. */
function SignInAgain({ address }: { address: string | undefined }) {
  if (address === undefined) {
    return (
      <>
        <p>{texts.stepUpSignOut}</p>
        <form method="post" action={SIGN_OUT_URL} className="modal__buttons">
          <SubmitButton>{texts.signOut}</SubmitButton>
        </form>
      </>
    );
  }
  const next = location.pathname + location.search;
  const url = new URL(address, location.origin);
  url.searchParams.set('next', next);
  return (
    <>
      <p>{texts.stepUpElsewhere}</p>
      <div className="modal__buttons">
        <a className="button button--main" href={url.pathname + url.search}>
          {texts.signIn}
        </a>
      </div>
    </>
  );
}

function describeRefusal({ code, waitSeconds }: Refused): string {
  switch (code) {
    case 'wrong-credentials':
      return texts.wrongProof;
    case 'too-many-attempts':
      return describeTooManyPasswords(waitSeconds);
    default:
      return texts.notChangedNow;
  }
}
