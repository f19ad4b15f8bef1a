import '../step-up/ask-to-verify.tsx';
import { parts as signInParts } from 'virtual:feature-parts/account-sign-in';
import { grantsTokens } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { Fragment, useEffect, useState } from 'react';
import { USERS_PATH } from '../../model/urls.ts';
import { adoptStyle } from '../adopt-style.ts';
import { callApi } from '../api-client.ts';
import { Email } from '../email.tsx';
import newPassword from '../login/new-password.css?inline';
import { NotYet } from '../not-yet.tsx';
import { Notice, type NoticeText } from '../notice.tsx';
import parts from '../parts.css?inline';
import touch from '../touch.css?inline';
import { useLoaded } from '../use-loaded.ts';
import style from './account.css?inline';
import { DataSection } from './data-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';

/** A number is that of a section of a feature. */
type Section = 'profile' | 'password' | 'sessions' | 'tokens' | number;

/** `/account`: a user's own account. */
export function AccountPage() {
  for (const sheet of [parts, style, newPassword, touch]) adoptStyle(sheet);
  const account = useLoaded('account', () => callApi('GET /api/v1/account', {}));
  const sessions = useLoaded('sessions', () => callApi('GET /api/v1/account/sessions', {}));
  const [last, setLast] = useState<{ section: Section; notice: NoticeText }>();
  const tell =
    (section: Section, ...changedSections: { reload: () => void }[]) =>
    (notice: NoticeText) => {
      setLast({ section, notice });
      for (const { reload } of changedSections) reload();
    };
  /** The result appears below the section in which the user just did something. */
  const showNoticeBelow = (section: Section) => (
    <Notice notice={last?.section === section ? last.notice : undefined} />
  );
  const { answer: user } = account;
  const isReady = user !== undefined && sessions.answer !== undefined;
  // The URL can lead to a section that has just been drawn.
  useEffect(() => {
    if (isReady && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isReady]);

  const isFailed = account.state === 'failed' || (sessions.state === 'failed' && !isReady);
  if (isFailed || !isReady) {
    const reload = () => {
      account.reload();
      sessions.reload();
    };
    return <NotYet state={isFailed ? 'failed' : 'loading'} reload={reload} className="own-page__wait" />;
  }
  return (
    <div className="account">
      <section className="account__who" aria-label={texts.account}>
        <span className="account__initial" aria-hidden="true">
          {Array.from(user.name.trim())[0]?.toUpperCase()}
        </span>
        <div>
          <p className="account__name">{user.name}</p>
          <p className="account__email">
            <Email>{user.email}</Email>
          </p>
        </div>
        <span className="badge">{user.role === 'administrator' ? texts.administrator : texts.reader}</span>
        {user.role === 'administrator' && (
          <a className="button" href={USERS_PATH}>
            {texts.manageUsers}
          </a>
        )}
      </section>
      {user.isLocal && <ProfileSection key={user.name} user={user} onDone={tell('profile', account)} />}
      {showNoticeBelow('profile')}
      {user.isLocal ? (
        <>
          <PasswordSection
            email={user.email}
            onChanged={() => tell('password', sessions)({ kind: 'done', text: texts.passwordChanged })}
          />
          {showNoticeBelow('password')}
        </>
      ) : (
        <p className="own-page__note">{texts.accountElsewhere}</p>
      )}
      {signInParts.map((Part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Fragment key={index}>
          <Part isLocal={user.isLocal} onNotice={tell(index)} onChanged={sessions.reload} />
          {showNoticeBelow(index)}
        </Fragment>
      ))}
      <SessionsSection sessions={sessions.answer?.sessions ?? []} onDone={tell('sessions', sessions)} />
      {showNoticeBelow('sessions')}
      {grantsTokens && (
        <>
          <TokensSection onDone={(notice) => notice && tell('tokens')(notice)} />
          {showNoticeBelow('tokens')}
        </>
      )}
      <DataSection user={user} />
    </div>
  );
}
