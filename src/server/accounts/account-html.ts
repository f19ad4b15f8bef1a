import type { SignedInUser } from '../../accounts/account.ts';
import type { OwnSession } from '../../accounts/own-account.ts';
import { english as texts } from '../../config/texts.ts';
import { ACCOUNT_PATH, USERS_PATH } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import { buttonHtml, fieldHtml, mainButtonHtml, type Notice, noticeHtml, timeHtml } from './form-html.ts';

interface AccountView {
  user: SignedInUser;
  sessions: readonly OwnSession[];
  /** Names, e-mails and passwords are kept here. */
  local: boolean;
  notice?: Notice | undefined;
}

export function accountHtml({ user, sessions, local, notice }: AccountView): string {
  const who = `<p>${texts.accountNow} <strong>${escapeHtml(user.name)}</strong>, ${escapeHtml(user.email)}. ${user.role === 'administrator' ? texts.administrator : texts.reader}.</p>`;
  const users =
    user.role === 'administrator' ? `<p><a href="${USERS_PATH}">${texts.manageUsers}</a></p>` : '';
  return [
    `<h1>${texts.account}</h1>`,
    noticeHtml(notice),
    who,
    users,
    local ? passwordHtml(user) : `<p>${texts.accountElsewhere}</p>`,
    sessionsHtml(sessions),
  ].join('');
}

function passwordHtml({ email }: SignedInUser): string {
  const current = { type: 'password', autocomplete: 'current-password' } as const;
  const fresh = { type: 'password', autocomplete: 'new-password', minLength: 12 } as const;
  return `<section aria-labelledby="password-title"><h2 id="password-title">${texts.passwordTitle}</h2><p>${texts.passwordLead}</p><form method="post" action="${ACCOUNT_PATH}" class="fields"><input type="hidden" name="username" autocomplete="username" value="${escapeHtml(email)}">${fieldHtml('current', texts.currentPassword, current)}${fieldHtml('password', texts.newPassword, { ...fresh, hint: texts.setupPasswordHint })}${fieldHtml('again', texts.repeatPassword, fresh)}${mainButtonHtml('password', texts.changePassword)}</form></section>`;
}

function sessionsHtml(sessions: readonly OwnSession[]): string {
  const others = sessions.filter(({ current }) => !current);
  const rows = [...sessions.filter(({ current }) => current), ...others].map(rowHtml).join('');
  const end =
    others.length === 0
      ? `<p>${texts.noOtherSessions}</p>`
      : `<form method="post" action="${ACCOUNT_PATH}">${buttonHtml('end-others', texts.endOtherSessions)}</form>`;
  return `<section aria-labelledby="sessions-title"><h2 id="sessions-title">${texts.sessionsTitle}</h2><ul class="rows">${rows}</ul>${end}</section>`;
}

function rowHtml({ id, createdAt, lastSeenAt, current }: OwnSession): string {
  const times = texts.sessionTimes
    .replace('{from}', timeHtml(createdAt))
    .replace('{until}', timeHtml(lastSeenAt));
  const end = current
    ? ''
    : `<form method="post" action="${ACCOUNT_PATH}"><input type="hidden" name="session" value="${id}">${buttonHtml('end', texts.endSession)}</form>`;
  return `<li><div class="rows__what"><strong>${current ? texts.thisSession : texts.otherSession}</strong><p class="rows__more">${times}</p></div>${end}</li>`;
}
