import { hasPeopleImport, hasSecondFactor } from 'virtual:site/has';
import { hasOwnLogo } from 'virtual:site/look';
import * as texts from 'virtual:site/texts';
import { useEffect, useState } from 'react';
import type { EndpointAnswer } from '../../../model/api/endpoints.ts';
import { ACCOUNT_PATH, USERS_PATH } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { forget, recall, remember } from '../../browser-storage.ts';
import { Button } from '../../button.tsx';
import { CopiedText } from '../../copied-text.tsx';
import { fillText } from '../../fill-text.ts';
import { LoadError, Spinner } from '../../shell/drawing/loading.tsx';
import { firstStepsStorageKey } from '../../shell/storage-keys.ts';
import { type Loaded, useLoaded } from '../../use-loaded.ts';
import { Check, Circle } from '../icons.tsx';

/** Something that the owner of a new site does once. */
interface Step {
  title: string;
  /** The reason to do it, in a sentence or two. */
  lead: string;
  isDone: boolean;
  /** Page where it is done, or a setting or command to copy. */
  action: { label: string; href: string } | { toCopy: string };
}

interface Facts {
  accounts: EndpointAnswer<'listAccounts'> | undefined;
  factors: EndpointAnswer<'listFactors'> | undefined;
  health: EndpointAnswer<'readHealth'>;
  isHttps: boolean;
}

/** Lists the steps that concern this server: without local accounts, there are no invitations. */
function listFirstSteps({ accounts, factors, health, isHttps }: Facts): Step[] {
  const findStates = (check: string) =>
    health.findings.filter((finding) => finding.check === check).map(({ state }) => state);
  const isWell = (check: string) => findStates(check).every((state) => state === 'ok');
  const steps: Step[] = [];
  if (accounts?.can.invite)
    steps.push({
      title: texts.stepInvite,
      lead: hasPeopleImport ? texts.stepInviteLead : texts.stepInviteWithoutFileLead,
      isDone: accounts.total > 1,
      action: { label: texts.stepInviteLink, href: USERS_PATH },
    });
  const hasFactor = factors && (factors.passkeys.length > 0 || factors.codesSince !== null);
  if (factors && (hasFactor || factors.can.passkeys || factors.can.codes))
    steps.push({
      title: texts.stepFactor,
      lead: texts.stepFactorLead,
      isDone: hasFactor === true,
      action: { label: texts.stepFactorLink, href: `${ACCOUNT_PATH}#factors-title` },
    });
  steps.push(
    {
      title: texts.stepAddress,
      lead: texts.stepAddressLead,
      isDone: isHttps && isWell('address'),
      action: { toCopy: 'BASE_URL=https://docs.example.com' },
    },
    {
      title: texts.stepMail,
      lead: texts.stepMailLead,
      isDone: health.mail && isWell('mail'),
      action: {
        toCopy: 'SMTP_URL=smtps://user:password@mail.example.com\nMAIL_FROM=Docs <docs@example.com>',
      },
    },
  );
  // A server without the feature has no such check.
  if (findStates('backups').length > 0)
    steps.push({
      title: texts.stepBackups,
      lead: texts.stepBackupsLead,
      isDone: isWell('backups'),
      action: { toCopy: 'BACKUP_DIR=/var/backups/docs' },
    });
  steps.push({
    title: texts.stepLook,
    lead: texts.stepLookLead,
    isDone: hasOwnLogo,
    action: { toCopy: `brand: { logo: '/img/logo.svg', color: '#0b7285' },` },
  });
  return steps;
}

/**
 * Checklist for the owner of a new site, until everything is done or they hide it. That is stored in the browser, also
 * after signing out.
 */
export function FirstSteps({ health }: { health: Loaded<EndpointAnswer<'readHealth'>> }) {
  const [ending, setEnding] = useState(recall('local', firstStepsStorageKey));
  function end(how: 'done' | 'hidden'): void {
    remember('local', firstStepsStorageKey, how);
    setEnding(how);
  }
  function show(): void {
    forget('local', firstStepsStorageKey);
    setEnding(null);
  }
  if (ending === 'done') return null;
  if (ending !== null)
    return (
      <div>
        <Button onClick={show}>{texts.showFirstSteps}</Button>
      </div>
    );
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <OpenSteps health={health} onEnd={end} />
    </section>
  );
}

interface OpenStepsProps {
  health: Loaded<EndpointAnswer<'readHealth'>>;
  onEnd: (how: 'done' | 'hidden') => void;
}

function OpenSteps({ health, onEnd }: OpenStepsProps) {
  const accounts = useLoaded('', () => callApi('GET /api/v1/accounts', { query: { limit: 1 } }));
  const factors = useLoaded<EndpointAnswer<'listFactors'> | undefined>('', async () =>
    hasSecondFactor ? callApi('GET /api/v1/account/factors', {}) : { done: true, answer: undefined },
  );
  const isLoading = [accounts, factors].some(({ state }) => state === 'loading');
  const steps =
    isLoading || health.answer === undefined
      ? undefined
      : listFirstSteps({
          accounts: accounts.answer,
          factors: factors.answer,
          health: health.answer,
          isHttps: location.protocol === 'https:',
        });
  const doneCount = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isAllDone = steps !== undefined && doneCount === steps.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was loaded ends the list
  useEffect(() => {
    if (isAllDone) onEnd('done');
  }, [isAllDone]);
  return (
    <>
      <div className="first-steps__head">
        <h2 id="first-steps-title">{texts.firstSteps}</h2>
        <p>{steps && fillText(texts.firstStepsDone, { done: doneCount, count: steps.length })}</p>
        <Button onClick={() => onEnd('hidden')}>{texts.hideFirstSteps}</Button>
      </div>
      {health.state === 'failed' ? (
        <LoadError message={texts.notLoaded} onRetry={health.reload} />
      ) : steps === undefined ? (
        <Spinner />
      ) : (
        <ol>
          {steps.map((step) => (
            <StepRow key={step.title} step={step} />
          ))}
        </ol>
      )}
    </>
  );
}

function StepRow({ step: { title, lead, isDone, action } }: { step: Step }) {
  return (
    <li data-done={isDone || undefined}>
      {isDone ? <Check size={20} /> : <Circle size={20} />}
      <div>
        <h3>
          {title} <span className="visually-hidden">({isDone ? texts.stepDone : texts.stepOpen})</span>
        </h3>
        {!isDone && (
          <>
            <p>{lead}</p>
            {'href' in action ? (
              <a href={action.href}>{action.label}</a>
            ) : (
              <div className="first-steps__copy">
                <CopiedText text={action.toCopy} label={texts.stepCopy} look="one-time-link" />
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}
