import * as texts from 'virtual:site/texts';
import { Panel } from '../../ui/admin/panels/panel.tsx';
import { callApi } from '../../ui/api-client.ts';
import { LocalTime } from '../../ui/local-time.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';

/** Panel of the administration's overview: when the last backup was made. */
export function Part() {
  const backups = useLoaded('', () => callApi('GET /api/v1/backups', {}));
  return (
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
  );
}
