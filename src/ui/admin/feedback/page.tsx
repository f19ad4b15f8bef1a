import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { GivenFeedback } from '../../../model/api/feedback.ts';
import { inBackground } from '../../../shared/in-background.ts';
import { callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import { LocalTime } from '../../local-time.tsx';
import { ModalButtons, ModalDialog } from '../../modal-dialog.tsx';
import { Notice, type NoticeText, noticeOf } from '../../notice.tsx';
import { PageLink } from '../page-link.tsx';
import type { Column } from '../table/data-table.tsx';
import { type MenuItem, RowMenu } from '../table/row-menu.tsx';
import { SearchedList, useSearchedList } from '../table/searched-list.tsx';
import { Filter } from '../table/table-filters.tsx';
import { keyIn, useListQuery } from '../table/use-table-query.ts';

type Sort = 'at' | 'page' | 'helpful' | 'state';
type State = GivenFeedback['state'];

const stateNames = { open: texts.stateOpen, answered: texts.stateAnswered, done: texts.stateDone };

const columns: readonly Column<GivenFeedback, Sort>[] = [
  { label: texts.page, look: 'name', sort: 'page', cell: ({ page }) => <PageLink path={page} /> },
  {
    label: texts.feedbackPlace,
    look: 'wide',
    cell: ({ comment, note }) => (
      <>
        <p className="said">{comment === '' ? <i>{texts.withoutComment}</i> : comment}</p>
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
    cell: ({ helpful }) => (helpful ? texts.yes : texts.no),
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
  { label: texts.feedbackGiven, look: 'time', sort: 'at', cell: ({ at }) => <LocalTime at={at} /> },
];

/** `/admin/feedback`: what readers said of pages, and what came of it. */
export function Page() {
  const { query, ...asked } = useListQuery<Sort>(['at', 'page', 'helpful', 'state']);
  const state = keyIn(stateNames, query.get('state'));
  const listed = useSearchedList(asked, { state }, (wanted) =>
    callApi('GET /api/v1/feedback', { query: wanted }),
  );
  const [notice, setNotice] = useState<NoticeText>();
  const [settling, setSettling] = useState<{ given: GivenFeedback; as: Exclude<State, 'open'> }>();

  async function settle({ page, id, at }: GivenFeedback, as: State, note: string): Promise<void> {
    setNotice(undefined);
    const result = await callApi('PATCH /api/v1/feedback', { body: { page, id, at, state: as, note } });
    const isMailed = result.done && result.answer.mailed;
    const isGone = !result.done && result.code === 'not-found';
    const done = isMailed ? texts.feedbackMailed : texts.feedbackSaved;
    setNotice(noticeOf(result.done, done, isGone ? texts.feedbackGone : undefined));
    setSettling(undefined);
    listed.loaded.reload();
  }

  const itemsOf = (given: GivenFeedback): MenuItem[] => [
    { label: texts.answerReader, onSelect: () => setSettling({ given, as: 'answered' }) },
    ...(given.state === 'done'
      ? []
      : [{ label: texts.markDone, onSelect: () => setSettling({ given, as: 'done' }) }]),
    ...(given.state === 'open'
      ? []
      : [{ label: texts.reopen, onSelect: () => inBackground(settle(given, 'open', given.note)) }]),
  ];
  return (
    <div className="admin">
      <SearchedList
        caption={texts.feedback}
        listed={listed}
        find={texts.findFeedback}
        filters={
          <Filter
            label={texts.feedbackState}
            value={state}
            name="state"
            options={[['', texts.allStates], ...Object.entries(stateNames)]}
          />
        }
        file={{ name: 'feedback', fields: ['page', 'helpful', 'comment', 'at', 'state', 'note'] }}
        columns={columns}
        idOf={({ page, id }) => `${id} ${page}`}
        empty={texts.noFeedbackFound}
        actions={{
          label: texts.feedbackState,
          of: (given) => (
            <RowMenu label={fillText(texts.feedbackActions, { page: given.page })} items={itemsOf(given)} />
          ),
        }}
      >
        <Notice notice={notice} />
      </SearchedList>
      {settling && (
        <SettleDialog
          {...settling}
          mail={listed.loaded.answer?.mail ?? false}
          onSave={(note) => inBackground(settle(settling.given, settling.as, note))}
          onClose={() => setSettling(undefined)}
        />
      )}
    </div>
  );
}

interface Props {
  given: GivenFeedback;
  as: 'answered' | 'done';
  /** Readers can be told. */
  mail: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}

/** Asks for the words of an answer, or for a note. */
function SettleDialog({ given, as, mail, onSave, onClose }: Props) {
  const isAnswer = as === 'answered';
  return (
    <ModalDialog title={isAnswer ? texts.answerTitle : texts.doneTitle} onClose={onClose}>
      {given.comment !== '' && <blockquote className="said">{given.comment}</blockquote>}
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
            defaultValue={given.note}
            // biome-ignore lint/a11y/noAutofocus: in a dialog that has just opened, what it asks for
            autoFocus
          />
        </div>
        <ModalButtons action={isAnswer ? texts.answerReader : texts.markDone} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
