import * as texts from 'virtual:site/texts';
import { type FormEvent, useId, useState } from 'react';
import type { CallAnswer } from '../../model/api/endpoints.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { numberFormat } from '../../ui/admin/number.ts';
import { countAccounts } from '../../ui/admin/users/count-accounts.ts';
import { ProgressBar } from '../../ui/admin/users/progress.tsx';
import { roleNames } from '../../ui/admin/users/user-columns.tsx';
import { type ApiResult, callApi } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { fillText } from '../../ui/fill-text.ts';
import { ModalButtons, ModalDialog } from '../../ui/modal-dialog.tsx';
import { importAccounts } from './import-accounts.ts';
import { ImportedUsers } from './imported-users.tsx';

type Plan = CallAnswer<'POST /api/v1/accounts/import/plan'>;
type Step =
  | { step: 'file' }
  | { step: 'plan'; csv: string; plan: Plan }
  | { step: 'done'; result: CallAnswer<'POST /api/v1/accounts/import'> };

interface Props {
  /** Whether the site emails the links, so that they aren't shown. */
  byMail: boolean;
  onAdded: () => void;
  onClose: () => void;
}

/** Takes a file, shows what importing it would do, and imports it. */
export function ImportDialog({ byMail, onAdded, onClose }: Props) {
  const [now, setNow] = useState<Step>({ step: 'file' });
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState(0);

  /** Result of a call. Undefined if it failed, after showing the error. */
  async function wait<Answer>(doing: Promise<ApiResult<Answer>>): Promise<Answer | undefined> {
    setBusy(true);
    setProblem(undefined);
    const result = await doing;
    setBusy(false);
    if (result.done) return result.answer;
    if (result.code === 'too-large') setProblem(texts.importTooLarge);
    else setProblem(result.code === 'invalid' ? result.message : texts.notChangedNow);
    return undefined;
  }

  async function check(csv: string): Promise<void> {
    if (csv.trim() === '') return setProblem(texts.importEmpty);
    const plan = await wait(callApi('POST /api/v1/accounts/import/plan', { body: { csv } }));
    if (plan) setNow({ step: 'plan', csv, plan });
  }

  async function run(csv: string): Promise<void> {
    setDone(0);
    const result = await wait(importAccounts(csv, setDone));
    if (!result) return;
    setNow({ step: 'done', result });
    onAdded();
  }

  return (
    <ModalDialog title={texts.importTitle} onClose={onClose}>
      <div role="alert" className="modal__told">
        {problem && <p className="form-error">{problem}</p>}
      </div>
      {now.step === 'file' && (
        <FileForm isBusy={isBusy} onCheck={(csv) => runInBackground(check(csv))} onClose={onClose} />
      )}
      {now.step === 'plan' && (
        <PlanToConfirm
          plan={now.plan}
          byMail={byMail}
          isBusy={isBusy}
          done={done}
          onBack={() => setNow({ step: 'file' })}
          onRun={() => runInBackground(run(now.csv))}
        />
      )}
      {now.step === 'done' && <ImportedUsers {...now.result} onClose={onClose} />}
    </ModalDialog>
  );
}

interface FileFormProps {
  isBusy: boolean;
  onCheck: (csv: string) => void;
  onClose: () => void;
}

function FileForm({ isBusy, onCheck, onClose }: FileFormProps) {
  const id = useId();
  async function check(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const formData = new FormData(event.currentTarget);
    const file = formData.get('file');
    const pastedText = String(formData.get('csv') ?? '');
    onCheck(file instanceof File && file.size > 0 ? await readText(file) : pastedText);
  }
  return (
    <form className="modal__form" onSubmit={(event) => runInBackground(check(event))}>
      <p>{texts.importLead}</p>
      <pre className="csv-example">{'email,name,role\nrosa@example.com,Rosa Núñez,reader'}</pre>
      <div className="field">
        <label htmlFor={`${id}-file`}>{texts.importFile}</label>
        <input id={`${id}-file`} name="file" type="file" accept=".csv,.txt,.tsv,text/csv" />
      </div>
      <div className="field">
        <label htmlFor={`${id}-csv`}>{texts.importPaste}</label>
        <textarea id={`${id}-csv`} name="csv" rows={5} spellCheck={false} autoComplete="off" />
      </div>
      <ModalButtons action={texts.importCheck} isBusy={isBusy} onClose={onClose} />
    </form>
  );
}

interface PlanToConfirmProps {
  plan: Plan;
  byMail: boolean;
  isBusy: boolean;
  /** Number of users added so far. */
  done: number;
  onBack: () => void;
  onRun: () => void;
}

function PlanToConfirm({ plan, byMail, isBusy, done, onBack, onRun }: PlanToConfirmProps) {
  const { problems, toAdd, there, otherwise } = plan;
  const { readers, administrators } = toAdd;
  const count = readers + administrators;
  const canRun = problems.length === 0 && count > 0;
  return (
    <>
      {/* The result has arrived. It is read out and gets the focus. */}
      <div role="status" className="modal__told">
        {problems.length > 0 ? (
          <p className="form-error">
            {problems.length === 1
              ? texts.importOneProblem
              : fillText(texts.importProblems, { count: numberFormat.format(problems.length) })}
          </p>
        ) : (
          <p className="modal__main">
            {count === 0
              ? texts.importNobody
              : fillText(texts.importPlan, { accounts: countAccounts(count) })}
          </p>
        )}
        {canRun && administrators > 0 && (
          <p>{fillText(texts.importAdministrators, { count: numberFormat.format(administrators) })}</p>
        )}
        {problems.length === 0 && there > 0 && (
          <p>{fillText(texts.importThere, { accounts: countAccounts(there) })}</p>
        )}
        {canRun && <p>{byMail ? texts.importByMail : texts.importByLink}</p>}
      </div>
      <LineList
        rows={
          problems.length > 0
            ? problems
            : otherwise.map(({ person: { line, email }, is: { name, role } }) => ({
                line,
                message: fillText(texts.importOtherwise, { email, name, role: roleNames[role] }),
              }))
        }
      />
      {isBusy && <ProgressBar label={texts.importTitle} words={texts.importRunning} done={done} of={count} />}
      <div className="modal__buttons">
        <Button ref={(button) => button?.focus()} onClick={onBack}>
          {texts.back}
        </Button>
        {canRun && (
          <Button look="main" aria-disabled={isBusy} onClick={() => isBusy || onRun()}>
            {fillText(texts.importRun, { accounts: countAccounts(count) })}
          </Button>
        )}
      </div>
    </>
  );
}

async function readText(file: File): Promise<string> {
  const { decodeCsv } = await import('../../shared/csv.ts');
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}

/** Problems shown at once. Fixing the first ones is enough to see the next. */
const LINES_SHOWN = 500;

function LineList({ rows }: { rows: readonly { line: number; message: string }[] }) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <ul className="told-list" tabIndex={0}>
      {rows.slice(0, LINES_SHOWN).map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          <b>{fillText(texts.importLine, { line })}</b> {message}
        </li>
      ))}
      {rows.length > LINES_SHOWN && <li>… {numberFormat.format(rows.length - LINES_SHOWN)}</li>}
    </ul>
  );
}
