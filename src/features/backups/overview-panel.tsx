import * as texts from 'virtual:site/texts';
import type { CallAnswer } from '../../model/api/endpoints.ts';
import { HOUR_MS } from '../../shared/duration.ts';
import { Panel } from '../../ui/admin/panels/panel.tsx';
import { callApi } from '../../ui/api-client.ts';
import { fillText } from '../../ui/fill-text.ts';
import { LocalTime } from '../../ui/local-time.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';

type BackupList = CallAnswer<'GET /api/v1/backups'>;

/** Like the check of `doctor`: the server may be stopped at night, so one missing backup isn't late. */
function isLate({ rows: [newest], schedule }: BackupList): boolean {
  if (schedule === null || newest === undefined) return false;
  return Date.now() - Date.parse(newest.madeAt) > 2 * schedule.everyHours * HOUR_MS;
}

/** Panel of the administration's overview: when the last backup was made. */
export function Part() {
  const backups = useLoaded('', () => callApi('GET /api/v1/backups', {}));
  return (
    <Panel
      title={texts.lastBackup}
      of="backups"
      loaded={backups}
      stateOf={(answer) => (answer.failure ? 'fail' : isLate(answer) ? 'warn' : 'ok')}
    >
      {(answer) => (
        <>
          <LastBackup {...answer} />
          {isLate(answer) && <p>{texts.backupLate}</p>}
          {answer.failure && <p>{fillText(texts.backupFailed, { reason: answer.failure.message })}</p>}
        </>
      )}
    </Panel>
  );
}

function LastBackup({ rows: [newest], schedule }: BackupList) {
  if (newest === undefined) return <p>{schedule ? texts.noBackupYet : texts.noBackups}</p>;
  return (
    <p className="panel__time">
      <LocalTime at={newest.madeAt} />
    </p>
  );
}
