import * as texts from 'virtual:site/texts';
import { useRef } from 'react';
import type { OwnSession } from '../../model/api/account.ts';
import { writeDevice } from '../../shared/device-name.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { type ApiResult, callApi } from '../api-client.ts';
import { AskingButton } from '../confirm-dialog.tsx';
import { fillText } from '../fill-text.ts';
import { LocalTime } from '../local-time.tsx';
import { createNotice, type NoticeText } from '../notice.tsx';
import { RelativeTime } from '../relative-time.tsx';

interface Props {
  sessions: readonly OwnSession[];
  onDone: (notice: NoticeText) => void;
}

export function SessionsSection({ sessions, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const otherSessions = sessions.filter(({ current }) => !current);

  async function end(ending: Promise<ApiResult<unknown>>, text: string): Promise<void> {
    const { done } = await ending;
    onDone(createNotice(done, text));
    // The button disappears with the session, so the focus moves to the heading.
    if (done) heading.current?.focus();
  }

  return (
    <section className="account__section" aria-labelledby="sessions-title">
      <div className="account__about">
        <h2 id="sessions-title" ref={heading} tabIndex={-1}>
          {texts.sessionsTitle}
        </h2>
        <p>{texts.sessionsLead}</p>
      </div>
      <div className="sessions">
        <ul>
          {sessions.map(({ id, current, createdAt, lastSeenAt, device, network }) => (
            <li key={id}>
              <div id={`session-${id}`}>
                <p className="sessions__name">
                  {device === null
                    ? current
                      ? texts.thisSession
                      : texts.otherSession
                    : writeDevice(device, texts.deviceOn)}
                  {current && device !== null && <span className="badge">{texts.thisSession}</span>}
                </p>
                <p className="sessions__times">
                  {texts.sessionSince} <LocalTime at={createdAt} isDay />, {texts.sessionUsed}{' '}
                  <RelativeTime at={lastSeenAt} />
                  {network !== null && <>, {fillText(texts.sessionNetwork, { network })}</>}
                </p>
              </div>
              {!current && (
                <AskingButton
                  aria-describedby={`session-${id}`}
                  question={{
                    title: texts.endSessionTitle,
                    warning: texts.endSessionWarning,
                    action: texts.endSession,
                  }}
                  onConfirm={() =>
                    runInBackground(
                      end(
                        callApi('DELETE /api/v1/account/sessions/:session', { params: { session: id } }),
                        texts.sessionEnded,
                      ),
                    )
                  }
                >
                  {texts.endSession}
                </AskingButton>
              )}
            </li>
          ))}
        </ul>
        {otherSessions.length === 0 ? (
          <p className="sessions__none">{texts.noOtherSessions}</p>
        ) : (
          <AskingButton
            question={{
              title: texts.endOtherSessionsTitle,
              warning: texts.endOtherSessionsWarning,
              action: texts.endOtherSessions,
            }}
            onConfirm={() =>
              runInBackground(end(callApi('DELETE /api/v1/account/sessions', {}), texts.otherSessionsEnded))
            }
          >
            {texts.endOtherSessions}
          </AskingButton>
        )}
      </div>
    </section>
  );
}
