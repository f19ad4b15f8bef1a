import type { ApiCall, CallAnswer, CallRequest } from '../model/api/endpoints.ts';
import { browserUrl } from '../model/urls.ts';
import { goToSignIn } from './navigation/session.ts';

export type ApiResult<Answer> =
  | { done: true; answer: Answer }
  /** `code`: of the answer, or `unreachable`. `waitSeconds`: when to come back, if the server says so. */
  | { done: false; code: string; message: string; waitSeconds?: number };

/**
 * Calls an endpoint by its name, `GET /api/v1/account`. Only its types are known here, so no schema is loaded with it.
 * Whoever has no session any more leaves for the sign-in page, and gets no result. Where the server wants to know again
 * who it is, the reader is asked, and then the call goes on.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  given: CallRequest<Call>,
): Promise<ApiResult<CallAnswer<Call>>> {
  // Of every request this much is known; to compare all of them with it is more than the compiler does.
  const sent: unknown = given;
  const { params, query, body } = (sent ?? {}) as SentParts;
  const response = await fetch(callUrl(call, params) + queryText(query), {
    method: call.slice(0, call.indexOf(' ')),
    cache: 'no-store',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => undefined);
  if (response === undefined) return { done: false, code: 'unreachable', message: '' };
  if (response.status === 401) {
    goToSignIn();
    return new Promise(() => {});
  }
  const answer = response.status === 204 ? undefined : await response.json().catch(() => ({}));
  // Written by the same build as this script.
  if (response.ok) return { done: true, answer: answer as CallAnswer<Call> };
  const { code = 'internal', message = '' } = answer?.error ?? {};
  if (code === 'step-up' && (await stepUp())) return callApi(call, given);
  const wait = Number(response.headers.get('retry-after'));
  return { done: false, code, message, ...(wait > 0 ? { waitSeconds: wait } : {}) };
}

/** Its address, for a link or a request of another kind. */
export function callUrl(call: ApiCall, params?: Readonly<Record<string, string>>): string {
  const path = call.slice(call.indexOf(' ') + 1);
  return browserUrl(path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')));
}

let stepUp = async (): Promise<boolean> => false;

/** `ask`: has the reader prove who they are; false when they would not. Said by pages whose acts ask for it. */
export function stepUpBy(ask: () => Promise<boolean>): void {
  stepUp = ask;
}

interface SentParts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

function queryText(query: SentParts['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
  return text && `?${text}`;
}
