import * as texts from 'virtual:site/texts';
import { type ReactNode, useState } from 'react';
import { API_PATH, adminPath, pageHref, searchUrl } from '../../../model/urls.ts';
import { inBackground } from '../../../shared/in-background.ts';
import { callApi } from '../../api-client.ts';
import { LocalTime } from '../../local-time.tsx';
import { LoadError, Spinner } from '../../shell/drawing/loading.tsx';
import { type Loaded, useLoaded } from '../../use-loaded.ts';
import { DayChart } from '../charts/day-chart.tsx';
import { numberFormat } from '../number.ts';
import { addPageTitles } from '../page-titles.ts';
import { FirstSteps } from './first-steps.tsx';

const DAYS = 30;
const SHOWN = 4;

/** `/admin`: what needs attention, and how the site is used. Each panel loads on its own. */
export function Page() {
  const feedback = useLoaded('', () =>
    addPageTitles(
      callApi('GET /api/v1/feedback', { query: { state: 'open', limit: SHOWN } }),
      ({ page }, findTitle) => ({ title: findTitle(page) }),
    ),
  );
  const failed = useLoaded('', () =>
    callApi('GET /api/v1/searches', { query: { kind: 'without-results', days: DAYS, limit: SHOWN } }),
  );
  const health = useLoaded('', () => callApi('GET /api/v1/health', {}));
  const backups = useLoaded('', () => callApi('GET /api/v1/backups', {}));
  const reading = useLoaded('', () => callApi('GET /api/v1/reading/days', { query: { days: DAYS } }));
  const searches = useLoaded('', () => callApi('GET /api/v1/searches/days', { query: { days: DAYS } }));
  const sessions = useLoaded('', () => callApi('GET /api/v1/sessions', { query: { limit: 1 } }));
  return (
    <div className="admin">
      <FirstSteps health={health} />
      <div className="panels">
        <Panel title={texts.openFeedback} of="feedback?state=open" loaded={feedback} stateOf={ofOpen}>
          {({ rows, total }) => (
            <>
              <p className="panel__number">{numberFormat.format(total)}</p>
              {total === 0 && <p>{texts.allAnswered}</p>}
              <ul>
                {rows.map(({ id, page, title = page, passage, comment }) => (
                  <li key={`${id} ${page}`}>
                    <a href={pageHref(page)}>{title}</a> {comment || passage}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Panel>
        <Panel
          title={texts.failedSearches}
          of="searches?kind=without-results&days=30"
          loaded={failed}
          stateOf={ofOpen}
        >
          {({ rows, total }) => (
            <>
              <p className="panel__number">{numberFormat.format(total)}</p>
              {total === 0 && <p>{texts.noFailedSearches}</p>}
              <ul>
                {rows.map(({ query, count }) => (
                  <li key={query}>
                    {numberFormat.format(count)} × <a href={searchUrl(query)}>{query}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Panel>
        <Panel
          title={texts.health}
          of="health"
          loaded={health}
          stateOf={({ findings }) => findWorstState(findings)}
        >
          {({ findings }) => {
            const wrong = findings.filter(({ state }) => state !== 'ok');
            return (
              <>
                {wrong.length === 0 ? (
                  <p className="panel__time">{texts.healthAllWell}</p>
                ) : (
                  <p className="panel__number">{numberFormat.format(wrong.length)}</p>
                )}
                <ul>
                  {wrong.slice(0, SHOWN).map(({ message }) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              </>
            );
          }}
        </Panel>
        <Panel
          title={texts.lastBackup}
          of="backups"
          loaded={backups}
          stateOf={({ failure }) => (failure ? 'fail' : 'ok')}
        >
          {({ rows: [newest], schedule, failure }) =>
            newest ? (
              <>
                <p className="panel__time">
                  <LocalTime at={newest.madeAt} />
                </p>
                {failure && <p>{failure.message}</p>}
              </>
            ) : (
              <p>{schedule ? texts.noBackupYet : texts.noBackups}</p>
            )
          }
        </Panel>
        <DaysPanel title={texts.openedByDay} of="reading" label={texts.timesOpened} loaded={reading} />
        <DaysPanel title={texts.searchesByDay} of="searches" label={texts.timesSearched} loaded={searches} />
        <Panel title={texts.signedInNow} of="sessions" loaded={sessions}>
          {({ total }) => <p className="panel__number">{numberFormat.format(total)}</p>}
        </Panel>
        <DigestSetting />
      </div>
      <p className="admin__lead">
        <a href={API_PATH}>{texts.apiTitle}</a>
      </p>
    </div>
  );
}

interface PanelProps<Answer> {
  title: string;
  /** Administration page with the details, and its query. */
  of: string;
  loaded: Loaded<Answer>;
  stateOf?: (answer: Answer) => PanelState;
  children: (answer: Answer) => ReactNode;
}

type PanelState = 'ok' | 'warn' | 'fail';
const ofOpen = ({ total }: { total: number }): PanelState => (total > 0 ? 'warn' : 'ok');

function findWorstState(findings: readonly { state: PanelState }[]): PanelState {
  return (['fail', 'warn'] as const).find((one) => findings.some(({ state }) => state === one)) ?? 'ok';
}

function Panel<Answer>({ title, of, loaded, stateOf, children }: PanelProps<Answer>) {
  const { answer, state, reload } = loaded;
  return (
    <section className="panel" data-state={answer && stateOf?.(answer)} aria-label={title}>
      <h2>{title}</h2>
      <div aria-busy={state === 'loading'}>
        {state === 'failed' ? (
          <LoadError message={texts.notLoaded} onRetry={reload} />
        ) : answer === undefined ? (
          <Spinner />
        ) : (
          children(answer)
        )}
      </div>
      <a href={adminPath(of)} aria-label={`${texts.moreDetails}: ${title}`}>
        {texts.moreDetails}
      </a>
    </section>
  );
}

type DaysPanelProps = Omit<PanelProps<{ days: { day: string; count: number }[] }>, 'children'> & {
  label: string;
};

/** Panel with counts per day and their total. */
function DaysPanel({ label, ...panel }: DaysPanelProps) {
  return (
    <Panel {...panel}>
      {({ days }) => (
        <>
          <p className="panel__number">
            {numberFormat.format(days.reduce((total, { count }) => total + count, 0))}
          </p>
          <DayChart caption={panel.title} label={label} counted={days} days={DAYS} isSmall />
        </>
      )}
    </Panel>
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
              onChange={({ target }) => inBackground(change(target.checked))}
            />
            {texts.digestMine}
          </label>
        )}
        <p role="status">{result}</p>
      </div>
    </section>
  );
}
