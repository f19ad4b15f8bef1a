import * as texts from 'virtual:site/texts';
import { type FormEvent, useId, useState } from 'react';
import type { FormCredential } from '../../openapi/request-form.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../../ui/adopt-style.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { fillText } from '../../ui/fill-text.ts';
import { AnswerFigure } from '../../ui/try-it/answer-figure.tsx';
import { FieldInput, type RequestField } from '../../ui/try-it/field-input.tsx';
import { RequestCode } from '../../ui/try-it/request-code.tsx';
import { explainProblem, formatAnswer, type PageAnswer, sendRequest } from '../../ui/try-it/send-request.ts';
import style from '../../ui/try-it/try-it.css?inline';
import type { TryRequestProps } from './compile.ts';
import { forgetSecrets, setSecret, useSecrets } from './credentials.ts';
import {
  collectFirstValues,
  type Entries,
  fillRequest,
  listMissing,
  makeFieldKey,
  type Secret,
  toSampleRequest,
  WHOLE_BODY,
} from './fill-request.ts';

export { PanelFrame } from '../../ui/try-it/panel-frame.tsx';

export function adoptPanelStyle(): void {
  adoptStyle(style);
}

/** The form of an operation: server, credentials and fields, the request in code, and what the server answers. */
export function RequestPanel(part: TryRequestProps) {
  const { servers, parameters, credentials, body } = part;
  const id = useId();
  const [server, setServer] = useState(servers[0] ?? '');
  const { origin, host } = new URL(server);
  const secrets = useSecrets(origin);
  const [values, setValues] = useState(() => collectFirstValues(part));
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const [answer, setAnswer] = useState<PageAnswer>();
  const [milliseconds, setMilliseconds] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const entries: Entries = { server, values, secrets, files };

  const send = async () => {
    const missingNames = listMissing(part, entries);
    setMissing(missingNames);
    setAnswer(undefined);
    if (missingNames.length > 0) return setAnnouncement('');
    setBusy(true);
    setAnnouncement(fillText(texts.tryItWaiting, { server: host }));
    const startedAt = performance.now();
    const nextAnswer = await sendRequest(fillRequest(part, entries));
    setMilliseconds(Math.max(1, Math.round(performance.now() - startedAt)));
    setBusy(false);
    setAnswer(nextAnswer);
    setAnnouncement(
      'status' in nextAnswer
        ? fillText(texts.tryItAnswered, { status: String(nextAnswer.status) })
        : texts.tryItNoAnswer,
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) runInBackground(send());
  };
  const reset = () => {
    setValues(collectFirstValues(part));
    setFiles(new Map());
    setAnswer(undefined);
    setMissing([]);
    forgetSecrets(origin);
    setAnnouncement(texts.tryItWasReset);
  };
  const setFile = (key: string, file: File | undefined) => {
    const otherFiles = [...files].filter(([one]) => one !== key);
    setFiles(new Map(file ? [...otherFiles, [key, file]] : otherFiles));
    setValues({ ...values, [key]: file?.name ?? '' });
  };
  const drawField = (field: RequestField & { in?: string }) => {
    const key = makeFieldKey(field);
    return (
      <FieldInput
        key={key}
        field={field}
        value={values[key] ?? ''}
        onChange={(value) => setValues({ ...values, [key]: value })}
        onFile={(file) => setFile(key, file)}
      />
    );
  };
  return (
    // The form says itself what is missing, in the language of the site.
    <form noValidate onSubmit={submit}>
      {servers.length > 1 && (
        <p className="try-it__field">
          <label htmlFor={`${id}-server`}>{texts.tryItServer}</label>
          <select
            id={`${id}-server`}
            value={server}
            onChange={({ target }) => {
              setServer(target.value);
              setAnswer(undefined);
              setAnnouncement('');
            }}
          >
            {servers.map((url) => (
              <option key={url}>{url}</option>
            ))}
          </select>
        </p>
      )}
      <p>{fillText(texts.tryItLead, { server: host })}</p>
      {credentials.length > 0 && (
        <fieldset>
          <legend>{texts.apiAuthentication}</legend>
          {credentials.map((credential) => (
            <CredentialInput
              key={credential.name}
              credential={credential}
              value={secrets[credential.name] ?? { user: '', secret: '' }}
              onChange={(change) => setSecret(origin, credential.name, change)}
            />
          ))}
        </fieldset>
      )}
      {parameters.length > 0 && (
        <fieldset>
          <legend>{texts.apiParameters}</legend>
          {parameters.map(drawField)}
        </fieldset>
      )}
      {body && (
        <fieldset>
          <legend>{texts.apiBody}</legend>
          {body.kind === 'text' ? (
            <FieldInput
              field={{ name: body.type, type: 'json', required: body.required }}
              value={values[WHOLE_BODY] ?? ''}
              onChange={(value) => setValues({ ...values, [WHOLE_BODY]: value })}
            />
          ) : (
            body.fields.map(drawField)
          )}
        </fieldset>
      )}
      <p className="try-it__bar">
        <SubmitButton aria-disabled={isBusy}>{fillText(texts.tryItSend, { server: host })}</SubmitButton>
        <Button onClick={reset}>{texts.tryItReset}</Button>
        <span role="status" className={answer ? 'visually-hidden' : undefined}>
          {announcement}
        </span>
      </p>
      {missing.length > 0 && (
        <p role="alert">{fillText(texts.tryItMissing, { names: missing.join(', ') })}</p>
      )}
      <RequestCode request={toSampleRequest(part, entries)} />
      {answer && 'status' in answer && (
        <AnswerFigure status={answer.status} text={formatAnswer(answer)} milliseconds={milliseconds} />
      )}
      {answer && 'problem' in answer && <p role="alert">{explainProblem(answer, host)}</p>}
    </form>
  );
}

interface CredentialInputProps {
  credential: FormCredential;
  value: Secret;
  onChange: (change: Partial<Secret>) => void;
}

function CredentialInput({ credential: { name, kind, key }, value, onChange }: CredentialInputProps) {
  const labels = { bearer: texts.tryItSecret, basic: texts.password, key: texts.apiKey };
  return (
    <>
      {kind === 'basic' && (
        <SecretInput
          label={texts.tryItUser}
          name={name}
          value={value.user}
          onChange={(user) => onChange({ user })}
        />
      )}
      <SecretInput
        isSecret
        label={labels[kind]}
        name={key?.name ?? name}
        value={value.secret}
        onChange={(secret) => onChange({ secret })}
      />
    </>
  );
}

interface SecretInputProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  isSecret?: boolean;
}

function SecretInput({ label, name, value, onChange, isSecret = false }: SecretInputProps) {
  const id = useId();
  return (
    <p className="try-it__field">
      <label htmlFor={id}>
        {label} <code dir="ltr">{name}</code>
      </label>
      {/* Not a password field: browsers offer to store those. */}
      <input
        id={id}
        className={isSecret ? 'try-it__secret' : undefined}
        value={value}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </p>
  );
}
