import * as texts from 'virtual:site/texts';
import { useEffect, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { WholeTable } from '../../ui/admin/table/data-table.tsx';
import { Download, loadRows } from '../../ui/admin/table/download.tsx';
import { callApi } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { fillText } from '../../ui/fill-text.ts';
import { LocalTime } from '../../ui/local-time.tsx';
import { NotYet } from '../../ui/not-yet.tsx';
import { Notice, type NoticeText } from '../../ui/notice.tsx';
import { getPageLanguage } from '../../ui/page-language.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { BackupRow } from './backup-endpoints.ts';

const size = new Intl.NumberFormat(getPageLanguage(), { maximumFractionDigits: 1 });
const UNDERWAY_POLL_MS = 3_000;

const columns = [
  { label: texts.backupName, look: 'name', cell: ({ name }: BackupRow) => name },
  {
    label: texts.backupSize,
    look: 'number',
    cell: ({ bytes }: BackupRow) => `${size.format(bytes / 1_000_000)} MB`,
  },
  { label: texts.backupMade, look: 'time', cell: ({ madeAt }: BackupRow) => <LocalTime at={madeAt} /> },
] as const;

/** `/admin/backups`: backups that the server creates. */
export function Page() {
  const { answer, state, reload } = useLoaded('backups', () => callApi('GET /api/v1/backups', {}));
  const [notice, setNotice] = useState<NoticeText>();
  const [isMaking, setMaking] = useState(false);
  const isUnderway = isMaking || (answer?.isUnderway ?? false);
  useEffect(() => {
    if (!answer?.isUnderway) return;
    const timer = setTimeout(reload, UNDERWAY_POLL_MS);
    return () => clearTimeout(timer);
  }, [answer, reload]);

  async function make(): Promise<void> {
    if (isUnderway) return;
    setNotice(undefined);
    setMaking(true);
    const result = await callApi('POST /api/v1/backups', {});
    setMaking(false);
    reload();
    if (result.done)
      setNotice({ kind: 'done', text: result.answer.made ? texts.backupDone : texts.backupGoesOn });
    else if (result.code === 'underway') setNotice({ kind: 'done', text: texts.backupGoesOn });
    else setNotice({ kind: 'error', text: fillText(texts.backupFailed, { reason: result.message }) });
  }

  // After an action that failed, the page stays with its notice.
  if (answer === undefined || (state === 'failed' && notice === undefined))
    return <NotYet state={state} reload={reload} />;
  const { rows, schedule, failure } = answer;
  if (schedule === null)
    return (
      <div className="admin">
        <p className="admin__empty">{texts.noBackups}</p>
      </div>
    );
  return (
    <div className="admin">
      <p className="admin__lead">
        {fillText(texts.backupSchedule, {
          hours: schedule.everyHours,
          keep: schedule.keep,
          folder: schedule.folder,
        })}
      </p>
      {failure && (
        <p className="notice notice--error">
          <LocalTime at={failure.at} />: {fillText(texts.backupFailed, { reason: failure.message })}
        </p>
      )}
      <div className="admin__bar">
        <Button look="main" aria-disabled={isUnderway} onClick={() => runInBackground(make())}>
          {isUnderway ? texts.backupUnderway : texts.makeBackup}
        </Button>
        <Download name="backups" fields={['name', 'madeAt', 'bytes']} load={loadRows(rows)} />
      </div>
      <Notice notice={notice} />
      <WholeTable
        caption={texts.backups}
        columns={columns}
        rows={rows}
        idOf={({ name }) => name}
        isBusy={state === 'loading'}
        empty={texts.noBackupYet}
      />
    </div>
  );
}
