import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/identity.ts';
import type { PasswordChangeResult } from '../../accounts/own-account.ts';
import { english as texts } from '../../config/texts.ts';
import { ACCOUNT_PATH } from '../../model/urls.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { formText } from '../http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';
import { accountHtml } from './account-html.ts';
import { sendFilledPage } from './filled-page.ts';
import type { Notice } from './form-html.ts';

interface AccountOptions {
  identity: Pick<Identity, 'own'>;
  /** Passwords are kept here. */
  local: boolean;
}

/** What an act leads back with. Only own codes have a text: an address puts no words on the page. */
const done: ReadonlyMap<string | null, string> = new Map([
  ['password', texts.passwordChanged],
  ['session', texts.sessionEnded],
  ['others', texts.otherSessionsEnded],
]);

/** `/account`, behind the gate: what readers do with their own account, by plain forms. */
export function accountRoutes(app: FastifyInstance, { identity: { own }, local }: AccountOptions): void {
  async function show(request: FastifyRequest, reply: FastifyReply, status: number, notice?: Notice) {
    const { user, token } = reader(request);
    const sessions = await own.sessions(user, token);
    const html = accountHtml({ user, sessions, local, notice });
    return sendFilledPage(request, reply, status, { path: ACCOUNT_PATH, html });
  }

  const back = (reply: FastifyReply, code: string) => reply.redirect(`${ACCOUNT_PATH}?done=${code}`, 303);

  app.get(ACCOUNT_PATH, async (request, reply) => {
    const text = done.get(new URLSearchParams(request.gate.query).get('done'));
    return show(request, reply, 200, text === undefined ? undefined : { kind: 'done', text });
  });

  app.post(ACCOUNT_PATH, { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply) => {
    const { user, token } = reader(request);
    const act = formText(request.body, 'act');
    if (act === 'end-others') {
      await own.endOtherSessions(user, token);
      return back(reply, 'others');
    }
    if (act === 'end') {
      // One that has ended by itself meanwhile is ended all the same.
      await own.endSession(user, token, formText(request.body, 'session'));
      return back(reply, 'session');
    }
    if (act !== 'password' || !local) return show(request, reply, 400);
    const password = formText(request.body, 'password');
    if (password !== formText(request.body, 'again'))
      return show(request, reply, 400, { kind: 'error', text: texts.passwordsDiffer });
    const current = formText(request.body, 'current');
    const result = await own.changePassword({ user, current, password, address: request.ip });
    if (result.outcome === 'changed') {
      reply.header('set-cookie', setSessionCookies(request.headers.cookie, request.gate.site, result.token));
      return back(reply, 'password');
    }
    const { status, text, wait } = failure(result);
    if (wait !== undefined) reply.header('retry-after', String(wait));
    return show(request, reply, status, { kind: 'error', text });
  });
}

/** Behind the gate there is a reader with a session. */
function reader({ gate }: FastifyRequest): { user: SignedInUser; token: string } {
  const { user, token } = gate;
  if (user === undefined || token === undefined) throw new Error('This route is behind the gate.');
  return { user, token };
}

const minutes = new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' });

function failure(result: Exclude<PasswordChangeResult, { outcome: 'changed' }>): {
  status: number;
  text: string;
  /** Seconds. */
  wait?: number;
} {
  switch (result.outcome) {
    case 'refused':
      return { status: 403, text: texts.wrongCurrentPassword };
    case 'invalid':
      return { status: 400, text: result.problems.map(({ message }) => message).join(' ') };
    case 'unavailable':
      return { status: 503, text: texts.notChangedNow, wait: 5 };
    case 'throttled': {
      const wait = Math.max(1, Math.ceil((result.retryAt - Date.now()) / 1_000));
      const text = texts.tooManyPasswords.replace('{wait}', minutes.format(Math.ceil(wait / 60)));
      return { status: 429, text, wait };
    }
  }
}
