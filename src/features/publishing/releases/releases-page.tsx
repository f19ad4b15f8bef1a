import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { runInBackground } from '../../../shared/in-background.ts';
import { formatPlural } from '../../../shared/plural.ts';
import { type Column, NOTHING, WholeTable } from '../../../ui/admin/table/data-table.tsx';
import { Download, loadRows } from '../../../ui/admin/table/download.tsx';
import { type MenuItem, RowMenu } from '../../../ui/admin/table/row-menu.tsx';
import { callApi, type Refused } from '../../../ui/api-client.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { LocalTime } from '../../../ui/local-time.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { createNotice, Notice, type NoticeText } from '../../../ui/notice.tsx';
import { getPageLanguage } from '../../../ui/page-language.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { DeployTokensSection } from '../deploy-tokens/deploy-tokens-section.tsx';
import type { ReleaseRow } from './release-endpoints.ts';

const columns: readonly Column<ReleaseRow, ''>[] = [
  {
    label: texts.releaseName,
    look: 'name',
    cell: ({ name, isLive }) => (
      <>
        {name} {isLive && <span className="badge">{texts.releaseLive}</span>}
      </>
    ),
  },
  {
    label: texts.releasePublished,
    look: 'time',
    cell: ({ publishedAt }) => <LocalTime at={publishedAt} />,
  },
  { label: texts.releaseAuthor, look: 'labelled', cell: ({ by, author }) => by ?? author ?? NOTHING },
  {
    label: texts.releaseCommit,
    look: 'labelled',
    cell: ({ commit, isChanged, subject }) =>
      commit === undefined ? (
        NOTHING
      ) : (
        <span title={subject}>{commit.slice(0, 9) + (isChanged ? '+' : '')}</span>
      ),
  },
  { label: texts.releasePages, look: 'number', cell: ({ pages }) => pages },
  { label: texts.releaseChanges, look: 'wide', cell: describeChanges },
];

function describeRefusal({ code, message }: Refused, name: string): string {
  switch (code) {
    case 'live':
      return fillText(texts.releaseServed, { name });
    case 'underway':
      return texts.releaseUnderway;
    case 'unusable':
      return fillText(texts.releaseUnusable, { name, reason: message });
    default:
      return texts.notChangedNow;
  }
}

/** `/admin/releases`: releases, and restoring them. */
export function Page() {
  const { answer, state, reload } = useLoaded('releases', () => callApi('GET /api/v1/releases', {}));
  const [notice, setNotice] = useState<NoticeText>();
  const [shownChanges, setShownChanges] = useState<ReleaseRow>();

  async function goBack({ name }: ReleaseRow): Promise<void> {
    setNotice(undefined);
    const result = await callApi('POST /api/v1/releases/:release/rollback', { params: { release: name } });
    const refusal = result.done ? undefined : describeRefusal(result, name);
    setNotice(createNotice(result.done, fillText(texts.releaseServed, { name }), refusal));
    reload();
  }

  // After an action that failed, the page stays with its notice.
  if (answer === undefined || (state === 'failed' && notice === undefined))
    return <NotYet state={state} reload={reload} />;
  const listActions = (release: ReleaseRow): MenuItem[] => [
    ...(release.changes ? [{ label: texts.showChanges, onSelect: () => setShownChanges(release) }] : []),
    ...(release.isLive
      ? []
      : [
          {
            label: texts.serveAgain,
            question: {
              title: fillText(texts.serveAgainTitle, { name: release.name }),
              warning: fillText(texts.serveAgainWarning, { name: release.name }),
              action: texts.serveAgain,
            },
            onSelect: () => runInBackground(goBack(release)),
          },
        ]),
  ];
  return (
    <div className="admin">
      <div className="admin__bar">
        <p className="admin__lead">{fillText(texts.releasesLead, { keep: answer.keep })}</p>
        <Download
          name="releases"
          fields={['name', 'publishedAt', 'isLive', 'by', 'author', 'commit', 'subject', 'pages', 'changes']}
          // The file contains only the counts of the changes.
          load={loadRows(answer.rows.map((release) => ({ ...release, changes: describeChanges(release) })))}
        />
      </div>
      <Notice notice={notice} />
      <WholeTable
        caption={texts.releases}
        columns={columns}
        rows={answer.rows}
        idOf={({ name }) => name}
        isBusy={state === 'loading'}
        empty={texts.noReleases}
        actions={{
          label: texts.releaseChanges,
          of: (release) => {
            const items = listActions(release);
            const label = fillText(texts.releaseActions, { name: release.name });
            return items.length > 0 && <RowMenu label={label} items={items} />;
          },
        }}
      />
      <DeployTokensSection />
      {shownChanges && <ChangesDialog release={shownChanges} onClose={() => setShownChanges(undefined)} />}
    </div>
  );
}

function describeChanges({ changes }: ReleaseRow): string {
  if (changes === undefined) return NOTHING;
  const counts = changeCounts(changes).map(({ text }) => text);
  return counts.length === 0 ? texts.noChanges : counts.join(', ');
}

/** Pages that a release changed, grouped by kind of change. */
function ChangesDialog({ release, onClose }: { release: ReleaseRow; onClose: () => void }) {
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

type Changes = NonNullable<ReleaseRow['changes']>;

const words = {
  added: texts.pagesAdded,
  changed: texts.pagesChanged,
  moved: texts.pagesMoved,
  removed: texts.pagesRemoved,
} as const;

/** Kinds of changes that occurred, most important to readers first. */
function changeCounts(changes: Changes) {
  return (['added', 'changed', 'moved', 'removed'] as const).flatMap((kind) => {
    const { count, paths } = changes[kind];
    return count === 0
      ? []
      : [{ kind, count, paths, text: formatPlural(words[kind], count, getPageLanguage()) }];
  });
}
