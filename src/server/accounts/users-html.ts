import type { Account } from '../../accounts/account.ts';
import type { SignInMode } from '../../accounts/providers/sign-in-mode.ts';
import type { AccountPage } from '../../accounts/store/account-pages.ts';
import { english as texts } from '../../config/texts.ts';
import { USERS_PATH } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import { buttonHtml, fieldHtml, mainButtonHtml, type Notice, noticeHtml, timeHtml } from './form-html.ts';

/** At a time; the others are searched for. */
export const SHOWN_MAX = 100;

export interface UsersView {
  /** The first of those that were searched for, and how many they are. */
  page: AccountPage;
  /** What was searched for. */
  query: string;
  /** Who makes accounts, and gives them their roles. */
  mode: SignInMode;
  notice?: Notice | undefined;
  /** What was typed for a new account that came to nothing. */
  typed?: { email: string; name: string; role: string };
}

export function usersHtml({ page, query, mode, notice, typed }: UsersView): string {
  const { accounts, total } = page;
  const count = total === 1 ? texts.oneUserFound : texts.usersFound.replace('{count}', String(total));
  const more = total > SHOWN_MAX ? `<p>${texts.moreUsers.replace('{count}', String(SHOWN_MAX))}</p>` : '';
  const rows = accounts.map((account) => rowHtml(account, query, mode));
  return [
    `<h1>${texts.users}</h1>`,
    noticeHtml(notice),
    `<search><form action="${USERS_PATH}" class="search">${fieldHtml('q', texts.findUsers, { type: 'search', autocomplete: 'off', value: query, required: false })}<button type="submit" class="button">${texts.find}</button></form></search>`,
    `<section aria-label="${texts.users}"><p>${count}</p><ul class="rows">${rows.join('')}</ul>${more}</section>`,
    mode.signIn.by === 'password' ? addHtml(typed) : elsewhereHtml(mode),
  ].join('');
}

function rowHtml(account: Account, query: string, mode: SignInMode): string {
  const { id, email, name, role, disabled, issuer, lastSignInAt } = account;
  const elsewhere = issuer !== mode.issuer;
  const invited = !elsewhere && mode.signIn.by === 'password' && account.passwordHash === null;
  const signedIn =
    lastSignInAt === null ? texts.neverSignedIn : `${texts.lastSignIn} ${timeHtml(lastSignInAt)}`;
  const states = [
    texts[role],
    ...(disabled ? [texts.stateDisabled] : []),
    ...(invited ? [texts.stateInvited] : []),
    ...(elsewhere ? [texts.stateElsewhere] : []),
    signedIn,
  ];
  const button = (act: string, label: string) => buttonHtml(act, label, email);
  const buttons = [
    disabled ? button('enable', texts.enable) : button('disable', texts.disable),
    ...(mode.givesRoles
      ? []
      : [
          role === 'reader'
            ? button('administrator', texts.makeAdministrator)
            : button('reader', texts.makeReader),
        ]),
    ...(invited && !disabled ? [button('link', texts.newLink)] : [button('end', texts.endSessions)]),
  ];
  return `<li><div class="rows__what"><strong>${escapeHtml(name)}</strong><p>${escapeHtml(email)}</p><p class="rows__more">${states.join(', ')}</p></div><form method="post" action="${USERS_PATH}"><input type="hidden" name="account" value="${escapeHtml(id)}"><input type="hidden" name="q" value="${escapeHtml(query)}">${buttons.join('')}</form></li>`;
}

function elsewhereHtml({ givesRoles }: SignInMode): string {
  return `<p>${texts.usersElsewhere}${givesRoles ? ` ${texts.rolesElsewhere}` : ''}</p>`;
}

function addHtml(typed = { email: '', name: '', role: 'reader' }): string {
  const option = (role: 'reader' | 'administrator') =>
    `<option value="${role}"${typed.role === role ? ' selected' : ''}>${texts[role]}</option>`;
  const name = { type: 'text', autocomplete: 'off', value: typed.name, required: false } as const;
  return `<section aria-labelledby="add-title"><h2 id="add-title">${texts.addUser}</h2><p>${texts.addUserLead}</p><form method="post" action="${USERS_PATH}" class="fields">${fieldHtml('email', texts.setupEmail, { type: 'email', autocomplete: 'off', value: typed.email })}${fieldHtml('name', texts.setupName, name)}<div class="field"><label for="role">${texts.userRole}</label><select id="role" name="role">${option('reader')}${option('administrator')}</select></div>${mainButtonHtml('add', texts.makeLink)}</form></section>`;
}
