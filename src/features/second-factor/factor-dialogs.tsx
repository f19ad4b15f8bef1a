import * as texts from 'virtual:site/texts';
import { PASSKEY_NAME_MAX_CHARACTERS } from '../../model/passkey-name.ts';
import { saveFile } from '../../ui/admin/save-file.ts';
import { type ApiResult, callApi } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { CopiedText } from '../../ui/copied-text.tsx';
import { Field } from '../../ui/login/field.tsx';
import { ModalButtons, ModalDialog } from '../../ui/modal-dialog.tsx';
import { FormProblem } from '../../ui/notice.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';

interface CodesProps {
  secret: string;
  /** URL of the QR code. */
  picture: string;
  onConfirmed: (answer: { recoveryCodes?: string[] | undefined }) => void;
  onClose: () => void;
}

/** Shows the setup key of an authenticator app and asks for its first code. */
export function CodesDialog({ secret, picture, onConfirmed, onClose }: CodesProps) {
  return (
    <ModalDialog title={texts.codesSetUpTitle} onClose={onClose}>
      <p>{texts.codesSetUpLead}</p>
      <img className="qr" src={picture} alt={texts.codesPicture} width={200} height={200} />
      <p>
        {texts.codesKey}: <code className="code-key">{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <OneFieldForm
        field={{
          label: texts.oneTimeCode,
          name: 'code',
          autoComplete: 'one-time-code',
          inputMode: 'numeric',
        }}
        button={texts.goOn}
        send={(code) => callApi('PATCH /api/v1/account/codes', { body: { code } })}
        onSent={onConfirmed}
        onClose={onClose}
      />
    </ModalDialog>
  );
}

interface Props {
  id: string;
  name: string;
  onRenamed: () => void;
  onClose: () => void;
}

export function RenameDialog({ id, name, onRenamed, onClose }: Props) {
  return (
    <ModalDialog title={texts.rename} onClose={onClose}>
      <OneFieldForm
        field={{
          label: texts.passkeyName,
          name: 'name',
          autoComplete: 'off',
          value: name,
          maxLength: PASSKEY_NAME_MAX_CHARACTERS,
        }}
        button={texts.rename}
        send={(typed) =>
          callApi('PATCH /api/v1/account/passkeys/:passkey', {
            params: { passkey: id },
            body: { name: typed },
          })
        }
        onSent={onRenamed}
        onClose={onClose}
      />
    </ModalDialog>
  );
}

const CODES_FILE = 'recovery-codes.txt';

/** Shows recovery codes, which can't be shown again. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ModalDialog title={texts.recoveryCodesTitle} onClose={onClose}>
      <p>{texts.recoveryCodesLead}</p>
      <CopiedText text={codes.join('\n')} label={texts.copyCodes} look="recovery-codes">
        <Button onClick={() => saveFile(CODES_FILE, `${codes.join('\n')}\n`, 'text/plain')}>
          {texts.saveCodes}
        </Button>
        <Button look="main" onClick={onClose}>
          {texts.recoveryCodesKept}
        </Button>
      </CopiedText>
    </ModalDialog>
  );
}

interface OneFieldProps<Answer> {
  field: {
    label: string;
    name: string;
    autoComplete: string;
    value?: string;
    maxLength?: number;
    inputMode?: 'numeric';
  };
  button: string;
  send: (typed: string) => Promise<ApiResult<Answer>>;
  onSent: (answer: Answer) => void;
  onClose: () => void;
}

function OneFieldForm<Answer>({ field, button, send, onSent, onClose }: OneFieldProps<Answer>) {
  const { problem, isBusy, onSubmit } = useSentForm(async (typed) => {
    const result = await send(typed(field.name));
    if (result.done) {
      onSent(result.answer);
      return undefined;
    }
    const isWrong = result.code === 'wrong-credentials';
    return [isWrong ? texts.wrongFactor : texts.notChangedNow, field.name];
  });

  return (
    <form className="modal__form" onSubmit={onSubmit}>
      <FormProblem problem={problem} />
      <Field id={`factor-${field.name}`} autoFocus {...field} />
      <ModalButtons action={button} isBusy={isBusy} onClose={onClose} />
    </form>
  );
}
