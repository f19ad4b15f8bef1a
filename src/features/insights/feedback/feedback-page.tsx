import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { buildSearchUrl, pageHref, SEARCH_PATH } from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { PageLink } from '../../../ui/admin/page-link.tsx';
import { addPageTitles } from '../../../ui/admin/page-titles.ts';
import type { Column } from '../../../ui/admin/table/data-table.tsx';
import { type MenuItem, RowMenu } from '../../../ui/admin/table/row-menu.tsx';
import { SearchedList, useSearchedList } from '../../../ui/admin/table/searched-list.tsx';
import { Filter } from '../../../ui/admin/table/table-filters.tsx';
import { findKey, useListQuery } from '../../../ui/admin/table/use-table-query.ts';
import { writeTextFragment } from '../../../ui/admin/text-fragment.ts';
import { callApi } from '../../../ui/api-client.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { ModalButtons, ModalDialog } from '../../../ui/modal-dialog.tsx';
import { createNotice, Notice, type NoticeText } from '../../../ui/notice.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { GivenFeedback } from './feedback-endpoints.ts';

type Sort = 'at' | 'page' | 'helpful' | 'state';
type State = GivenFeedback['state'];

const stateNames = { open: texts.stateOpen, answered: texts.stateAnswered, done: texts.stateDone };

const kindNames = {
  wrong: texts.reportWrong,
  unclear: texts.reportUnclear,
  missing: texts.reportMissing,
  other: texts.reportOther,
};

const nameOpinion = (isHelpful: boolean) => (isHelpful ? texts.saysHelpful : texts.saysUnhelpful);

type TitledFeedback = GivenFeedback & { title: string | undefined };

const columns: readonly Column<TitledFeedback, Sort>[] = [
  {
    label: texts.page,
    look: 'name',
    sort: 'page',
    cell: ({ page, title }) => <PageLink path={page} title={title} />,
  },
  {
    label: texts.feedbackPlace,
    look: 'wide',
    cell: ({ page, passage, release, comment, note }) => (
      <>
        {passage !== '' && (
          <p className="said said--passage">
            <a
              href={
                page === SEARCH_PATH ? buildSearchUrl(passage) : pageHref(page) + writeTextFragment(passage)
              }
              // In a tab of its own, because browsers look for the words only when a document is loaded.
              target="_blank"
              rel="noopener"
              title={texts.reportedPassage}
            >
              “{passage}”
            </a>
          </p>
        )}
        {(comment !== '' || passage === '') && (
          <p className="said">{comment === '' ? <i>{texts.withoutComment}</i> : comment}</p>
        )}
        {release !== '' && (
          <span className="page-path">
            {texts.releaseName} {release}
          </span>
        )}
        {note !== '' && (
          <p className="said said--note">
            <span className="visually-hidden">{texts.feedbackNote}: </span>
            {note}
          </p>
        )}
      </>
    ),
  },
  {
    label: texts.feedbackVerdict,
    look: 'short',
    sort: 'helpful',
    cell: ({ kind, helpful }) => (kind === 'opinion' ? nameOpinion(helpful) : kindNames[kind]),
  },
  {
    label: texts.feedbackState,
    look: 'short',
    sort: 'state',
    cell: ({ state }) => (
      <span className="badge" data-state={state}>
        {stateNames[state]}
      </span>
    ),
  },
  { label: texts.feedbackGiven, look: 'time', sort: 'at', cell: ({ at }) => <RelativeTime at={at} /> },
];

/** `/admin/feedback`: feedback of readers and what was done about it. */
export function Page() {
  const { query, ...listQuery } = useListQuery<Sort>(['at', 'page', 'helpful', 'state']);
  const state = findKey(stateNames, query.get('state'));
  const list = useSearchedList(listQuery, { state }, (part) =>
    addPageTitles(callApi('GET /api/v1/feedback', { query: part }), ({ page }, findTitle) => ({
      title: findTitle(page),
    })),
  );
  const [notice, setNotice] = useState<NoticeText>();
  const [settling, setSettling] = useState<{ feedback: GivenFeedback; as: Exclude<State, 'open'> }>();

  async function settle({ page, id, at }: GivenFeedback, as: State, note: string): Promise<void> {
    setNotice(undefined);
    const result = await callApi('PATCH /api/v1/feedback', { body: { page, id, at, state: as, note } });
    const isMailed = result.done && result.answer.mailed;
    const isGone = !result.done && result.code === 'not-found';
    const done = isMailed ? texts.feedbackMailed : texts.feedbackSaved;
    setNotice(createNotice(result.done, done, isGone ? texts.feedbackGone : undefined));
    setSettling(undefined);
    list.loaded.reload();
  }

  const listActions = (feedback: GivenFeedback): MenuItem[] => [
    { label: texts.answerReader, onSelect: () => setSettling({ feedback, as: 'answered' }) },
    ...(feedback.state === 'done'
      ? []
      : [{ label: texts.markDone, onSelect: () => setSettling({ feedback, as: 'done' }) }]),
    ...(feedback.state === 'open'
      ? []
      : [{ label: texts.reopen, onSelect: () => runInBackground(settle(feedback, 'open', feedback.note)) }]),
  ];
  return (
    <div className="admin">
      <SearchedList
        caption={texts.feedback}
        searchedList={list}
        find={texts.findFeedback}
        filters={
          <Filter
            label={texts.feedbackState}
            value={state}
            name="state"
            options={[['', texts.allStates], ...Object.entries(stateNames)]}
          />
        }
        file={{
          name: 'feedback',
          fields: ['page', 'kind', 'helpful', 'passage', 'comment', 'at', 'state', 'note', 'release'],
        }}
        columns={columns}
        idOf={({ page, id }) => `${id} ${page}`}
        narrowedBy={{ state }}
        empty={texts.noFeedbackFound}
        actions={{
          label: texts.feedbackState,
          of: (feedback) => (
            <RowMenu
              label={fillText(texts.feedbackActions, { page: feedback.page })}
              items={listActions(feedback)}
            />
          ),
        }}
      >
        <Notice notice={notice} />
      </SearchedList>
      {settling && (
        <SettleDialog
          {...settling}
          mail={list.loaded.answer?.mail ?? false}
          onSave={(note) => runInBackground(settle(settling.feedback, settling.as, note))}
          onClose={() => setSettling(undefined)}
        />
      )}
    </div>
  );
}

interface Props {
  feedback: GivenFeedback;
  as: 'answered' | 'done';
  /** Whether readers get an email. */
  mail: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}

/** Asks for a reply, or for a note. */
function SettleDialog({ feedback, as, mail, onSave, onClose }: Props) {
  const isAnswer = as === 'answered';
  return (
    <ModalDialog title={isAnswer ? texts.answerTitle : texts.doneTitle} onClose={onClose}>
      {feedback.passage !== '' && <blockquote className="said">“{feedback.passage}”</blockquote>}
      {feedback.comment !== '' && <blockquote className="said">{feedback.comment}</blockquote>}
      <p>{mail ? texts.answerByMail : texts.answerWithoutMail}</p>
      <form
        className="modal__form"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(String(new FormData(event.currentTarget).get('note') ?? ''));
        }}
      >
        <div className="field">
          <label htmlFor="note">{isAnswer ? texts.answerLabel : texts.noteLabel}</label>
          <textarea
            id="note"
            name="note"
            maxLength={2_000}
            required={isAnswer}
            defaultValue={feedback.note}
            // biome-ignore lint/a11y/noAutofocus: in a dialog that has just opened, what it asks for
            autoFocus
          />
        </div>
        <ModalButtons action={isAnswer ? texts.answerReader : texts.markDone} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
