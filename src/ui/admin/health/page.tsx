import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { runInBackground } from '../../../shared/in-background.ts';
import { formatPlural } from '../../../shared/plural.ts';
import { callApi } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { fillText } from '../../fill-text.ts';
import { LocalTime } from '../../local-time.tsx';
import { NotYet } from '../../not-yet.tsx';
import { Notice, type NoticeText } from '../../notice.tsx';
import { getPageLanguage } from '../../page-language.ts';
import { RotateCw } from '../../shell/icons.tsx';
import { typeset } from '../../typeset.ts';
import { useLoaded } from '../../use-loaded.ts';

const order = { fail: 0, warn: 1, ok: 2 } as const;
const stateNames = { ok: texts.healthOk, warn: texts.healthWarn, fail: texts.healthFail };

/** `/admin/health`: checks of `doctor`, starting with failures. */
export function Page() {
  const { answer, state, reload } = useLoaded('health', () => callApi('GET /api/v1/health', {}));
  const [notice, setNotice] = useState<NoticeText>();
  const [isSending, setSending] = useState(false);

  async function sendTestMail(): Promise<void> {
    if (isSending) return;
    setNotice(undefined);
    setSending(true);
    const result = await callApi('POST /api/v1/health/test-mail', {});
    setSending(false);
    if (result.done)
      setNotice({ kind: 'done', text: fillText(texts.testMailSent, { email: result.answer.to }) });
    else if (result.code === 'too-many-attempts') setNotice({ kind: 'error', text: texts.tooManyTestMails });
    else if (result.code === 'unavailable')
      setNotice({ kind: 'error', text: fillText(texts.testMailFailed, { reason: result.message }) });
    else setNotice({ kind: 'error', text: texts.notChangedNow });
  }

  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  const findings = answer.findings.toSorted((a, b) => order[a.state] - order[b.state]);
  const problemCount = findings.filter((finding) => finding.state !== 'ok').length;
  return (
    <div className="admin" aria-busy={state === 'loading'}>
      <div className="admin__bar">
        <p className="admin__lead" role="status">
          {problemCount === 0
            ? texts.healthAllWell
            : formatPlural(texts.healthWrong, problemCount, getPageLanguage())}{' '}
          {texts.healthChecked} <LocalTime at={answer.at} />
        </p>
        <div className="admin__ways">
          {answer.mail && (
            <Button aria-disabled={isSending} onClick={() => runInBackground(sendTestMail())}>
              {isSending ? texts.testMailSending : texts.sendTestMail}
            </Button>
          )}
          <Button onClick={reload}>
            <RotateCw size={16} />
            {texts.lookAgain}
          </Button>
        </div>
      </div>
      <Notice notice={notice} />
      <ul className="findings">
        {findings.map(({ check, state: findingState, message, todo }) => (
          <li key={`${check} ${message}`}>
            <span>
              <span className="badge" data-state={findingState}>
                {stateNames[findingState]}
              </span>
            </span>
            <div>
              <p>{typeset(message)}</p>
              {todo !== undefined && <p className="findings__todo">{typeset(todo)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
