import type { ApiCall, CallAnswer, CallRequest } from '../model/api/endpoints.ts';
import { browserUrl } from '../model/urls.ts';
import { goToSignIn } from './navigation/session.ts';

export type ApiResult<Answer> = { done: true; answer: Answer } | Refused;

/** `code`: of the answer, or `unreachable`. `waitSeconds`: when to come back, if the server says so. */
export type Refused = { done: false; code: string; message: string; waitSeconds?: number };

/**
 * Calls an endpoint by its name, `GET /api/v1/account`. Only its types are known here, so no schema is loaded with it.
 * Whoever has no session any more leaves for the sign-in page, and gets no result. Where the server wants to know again
 * who it is, the reader is asked, and then the call goes on.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  request: CallRequest<Call>,
): Promise<ApiResult<CallAnswer<Call>>> {
  // Of every request this much is known; to compare all of them with it is more than the compiler does.
  const sent: unknown = request;
  const { params, query, body } = (sent ?? {}) as SentParts;
  const result = await askJson<CallAnswer<Call>>(callUrl(call, { params, query }), {
    method: call.slice(0, call.indexOf(' ')),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const again = !result.done && result.code === 'step-up' && (await stepUp());
  return again ? callApi(call, request) : result;
}

/** The same of any address that answers with JSON, or with the errors of the API. */
export async function askJson<Answer>(url: string, init?: RequestInit): Promise<ApiResult<Answer>> {
  const response = await fetch(url, { cache: 'no-store', ...init }).catch(() => undefined);
  if (response === undefined) return { done: false, code: 'unreachable', message: '' };
  if (response.status === 401) {
    goToSignIn();
    return new Promise(() => {});
  }
  const answer = response.status === 204 ? undefined : await response.json().catch(() => ({}));
  // Written by the same build as this script.
  if (response.ok) return { done: true, answer: answer as Answer };
  const { code = 'internal', message = '' } = answer?.error ?? {};
  const wait = Number(response.headers.get('retry-after'));
  return { done: false, code, message, ...(wait > 0 ? { waitSeconds: wait } : {}) };
}

/** Its address, for a link or a request of another kind. */
export function callUrl(call: ApiCall, { params, query = {} }: Omit<SentParts, 'body'> = {}): string {
  const path = call.slice(call.indexOf(' ') + 1);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = String(new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])));
  return browserUrl(filled) + (text && `?${text}`);
}

let stepUp = async (): Promise<boolean> => false;

/** `ask`: has the reader prove who they are; false when they would not. Said by pages whose acts ask for it. */
export function stepUpBy(ask: () => Promise<boolean>): void {
  stepUp = ask;
}

interface SentParts {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
}
