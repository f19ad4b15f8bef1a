import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import type { Identity } from '../../accounts/identity.ts';
import type { SignInMode } from '../../accounts/providers/sign-in-mode.ts';
import type { AccountChange } from '../../accounts/store/account-store.ts';
import { english as texts } from '../../config/texts.ts';
import { USERS_PATH } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import { formText } from '../http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';
import { sendFilledPage } from './filled-page.ts';
import type { Notice } from './form-html.ts';
import { SHOWN_MAX, type UsersView, usersHtml } from './users-html.ts';

interface UsersOptions {
  identity: Pick<Identity, 'accounts'>;
  mode: SignInMode;
  /** Public address of the site, where it is known. */
  baseUrl: string | undefined;
}

/** What an act on an account leads back with; `{email}` is the account's. */
const done: ReadonlyMap<string | null, string> = new Map([
  ['disable', texts.userDisabled],
  ['enable', texts.userEnabled],
  ['reader', texts.userIsReader],
  ['administrator', texts.userIsAdministrator],
  ['end', texts.userSessionsEnded],
]);

/** `/admin/users`: the gate lets administrators in, and nobody else knows that there is something. */
export function usersRoutes(app: FastifyInstance, { identity, mode, baseUrl }: UsersOptions): void {
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    view: Omit<UsersView, 'page' | 'mode'>,
  ): Promise<FastifyReply> {
    const page = await identity.accounts.page({ search: view.query, limit: SHOWN_MAX });
    const html = usersHtml({ page, mode, ...view });
    return sendFilledPage(request, reply, status, { path: USERS_PATH, html });
  }

  app.get(USERS_PATH, async (request, reply) => {
    const parameters = new URLSearchParams(request.gate.query);
    const text = done.get(parameters.get('done'));
    const account = text && (await identity.accounts.byId(parameters.get('account') ?? ''));
    const notice = account ? notify('done', text, account.email) : undefined;
    return show(request, reply, 200, { query: parameters.get('q') ?? '', notice });
  });

  app.post(USERS_PATH, { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply) => {
    const { body } = request;
    const accounts = identity.accounts.actingAs(administrator(request));
    const query = formText(body, 'q');
    const act = formText(body, 'act');
    if (act === 'add' && mode.signIn.by === 'password') return add(request, reply, accounts);

    const account = await accounts.byId(formText(body, 'account'));
    const refuse = (status: number, text: string, email = '') =>
      show(request, reply, status, { query, notice: notify('error', text, email) });
    if (account === undefined) return refuse(409, texts.userGone);
    if (act === 'link' && mode.signIn.by === 'password') {
      const token = await accounts.inviteAgain(account.id);
      if (token === undefined) return refuse(409, texts.userNeedsNoLink, account.email);
      return show(request, reply, 200, { query, notice: linkNotice(request, account.email, token) });
    }
    const change = changeOf(act, account, accounts, mode);
    if (change === undefined) return show(request, reply, 400, { query });
    switch (await change()) {
      case 'unknown-account':
        return refuse(409, texts.userGone);
      case 'last-administrator':
        return refuse(409, texts.lastAdministrator, account.email);
      case 'done': {
        const back = new URLSearchParams({ ...(query && { q: query }), done: act, account: account.id });
        return reply.redirect(`${USERS_PATH}?${back}`, 303);
      }
    }
  });

  async function add(
    request: FastifyRequest,
    reply: FastifyReply,
    accounts: AccountAdministration,
  ): Promise<FastifyReply> {
    const role = formText(request.body, 'role') === 'administrator' ? 'administrator' : 'reader';
    const typed = {
      email: formText(request.body, 'email'),
      name: formText(request.body, 'name'),
      role,
    } as const;
    const result = await accounts.invite(typed);
    switch (result.outcome) {
      case 'invited': {
        const notice = linkNotice(request, result.account.email, result.token);
        return show(request, reply, 200, { query: '', notice });
      }
      case 'taken':
        return show(request, reply, 409, { query: '', typed, notice: notify('error', texts.userTaken) });
      case 'invalid': {
        const text = result.problems.map(({ message }) => message).join(' ');
        return show(request, reply, 400, { query: '', typed, notice: notify('error', text) });
      }
    }
  }

  /** In the answer itself and in no address: histories and logs would keep it. */
  function linkNotice({ gate: { site } }: FastifyRequest, email: string, token: string): Notice {
    const link = `${baseUrl ?? `${site.protocol}://${site.host}`}/invite?token=${token}`;
    const html = `<code class="one-time-link">${escapeHtml(link)}</code>`;
    return { ...notify('done', texts.userInvited, email), html };
  }
}

function changeOf(
  act: string,
  { id }: Account,
  accounts: AccountAdministration,
  { givesRoles }: SignInMode,
): (() => Promise<AccountChange>) | undefined {
  switch (act) {
    case 'disable':
    case 'enable':
      return () => accounts.setDisabled(id, act === 'disable');
    case 'reader':
    case 'administrator':
      return givesRoles ? undefined : () => accounts.setRole(id, act);
    case 'end':
      return async () => {
        await accounts.endSessions(id);
        return 'done';
      };
    default:
      return undefined;
  }
}

function notify(kind: Notice['kind'], text: string, email = ''): Notice {
  // A function: `$` in an e-mail means nothing.
  return { kind, text: text.replace('{email}', () => email) };
}

/** For the audit log. The gate has let nobody else through; a second look costs nothing. */
function administrator({ gate: { user } }: FastifyRequest): string {
  if (user?.role !== 'administrator') throw new Error('This route is for administrators.');
  return user.email;
}
