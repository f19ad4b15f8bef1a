import { parts as activityParts } from 'virtual:feature-parts/overview-activity';
import { parts as siteParts } from 'virtual:feature-parts/overview-site';
import { hasDigest } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { API_PATH } from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { callApi } from '../../api-client.ts';
import { useLoaded } from '../../use-loaded.ts';
import { numberFormat } from '../number.ts';
import { Panel, type PanelState } from '../panels/panel.tsx';
import { FirstSteps } from './first-steps.tsx';

/** Maximum number of findings in the list. */
const SHOWN = 4;

/**
 * `/admin`: what needs attention, and how the site is used. Each panel loads on its own. Features add theirs for what
 * readers do, and for the state of the site.
 */
export function Page() {
  const health = useLoaded('', () => callApi('GET /api/v1/health', {}));
  const sessions = useLoaded('', () => callApi('GET /api/v1/sessions', { query: { limit: 1 } }));
  return (
    <div className="admin">
      <FirstSteps health={health} />
      <div className="panels">
        {activityParts.map((Part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Part key={index} />
        ))}
        <Panel
          title={texts.health}
          of="health"
          loaded={health}
          stateOf={({ findings }) => findWorstState(findings)}
        >
          {({ findings }) => {
            const problems = findings.filter(({ state }) => state !== 'ok');
            return (
              <>
                {problems.length === 0 ? (
                  <p className="panel__time">{texts.healthAllWell}</p>
                ) : (
                  <p className="panel__number">{numberFormat.format(problems.length)}</p>
                )}
                <ul>
                  {problems.slice(0, SHOWN).map(({ message }) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              </>
            );
          }}
        </Panel>
        {siteParts.map((Part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Part key={index} />
        ))}
        <Panel title={texts.signedInNow} of="sessions" loaded={sessions}>
          {({ total }) => <p className="panel__number">{numberFormat.format(total)}</p>}
        </Panel>
        {hasDigest && <DigestSetting />}
      </div>
      <p className="admin__lead">
        <a href={API_PATH}>{texts.apiTitle}</a>
      </p>
    </div>
  );
}

function findWorstState(findings: readonly { state: PanelState }[]): PanelState {
  return (
    (['fail', 'warn'] as const).find((candidate) => findings.some(({ state }) => state === candidate)) ?? 'ok'
  );
}

/** Turns the weekly digest on or off for the current administrator. */
function DigestSetting() {
  const { answer } = useLoaded('', () => callApi('GET /api/v1/digest', {}));
  const [mine, setMine] = useState<boolean>();
  const [result, setResult] = useState('');
  const isOff = answer !== undefined && !(answer.mail && answer.isOn);

  async function change(next: boolean): Promise<void> {
    setMine(next);
    setResult('');
    const { done } = await callApi('POST /api/v1/digest', { body: { mine: next } });
    if (!done) setMine(!next);
    setResult(done ? texts.digestSaved : texts.notChangedNow);
  }
  return (
    <section className="panel" aria-label={texts.digestTitle}>
      <h2>{texts.digestTitle}</h2>
      <div>
        <p>{texts.digestLead}</p>
        {isOff && <p>{answer.mail ? texts.digestOff : texts.digestWithoutMail}</p>}
        {answer && !isOff && (
          <label className="choice">
            <input
              type="checkbox"
              checked={mine ?? answer.mine}
              onChange={({ target }) => runInBackground(change(target.checked))}
            />
            {texts.digestMine}
          </label>
        )}
        <p role="status">{result}</p>
      </div>
    </section>
  );
}
