import * as texts from 'virtual:site/texts';
import type { ReleaseRow } from '../../../model/api/releases.ts';
import { fillText } from '../../fill-text.ts';
import { ModalDialog } from '../../modal-dialog.tsx';
import { changeCounts } from './change-counts.ts';

/** The pages that a release brought, by what became of them. */
export function ChangesDialog({ release, onClose }: { release: ReleaseRow; onClose: () => void }) {
  const groups = release.changes ? changeCounts(release.changes) : [];
  return (
    <ModalDialog title={fillText(texts.changesOf, { name: release.name })} onClose={onClose}>
      {release.subject && <p>{release.subject}</p>}
      {groups.length === 0 && <p>{texts.noChanges}</p>}
      {groups.map(({ kind, count, paths, text }) => (
        <section key={kind}>
          <h3>{text}</h3>
          <ul>
            {paths.map((page) => {
              const line = typeof page === 'string' ? page : `${page.from} → ${page.to}`;
              return <li key={line}>{line}</li>;
            })}
            {count > paths.length && <li>{fillText(texts.andMore, { count: count - paths.length })}</li>}
          </ul>
        </section>
      ))}
    </ModalDialog>
  );
}
