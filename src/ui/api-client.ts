import type { ApiCall, CallAnswer, CallRequest } from '../model/api/endpoints.ts';
import { toBrowserUrl } from '../model/urls.ts';
import { goToSignIn } from './navigation/session.ts';
import { typeset } from './typeset.ts';

export type ApiResult<Answer> = { done: true; answer: Answer } | Refused;

/** `code`: error code of the response, or `unreachable`. `waitSeconds`: when to try again, if the server says so. */
export type Refused = { done: false; code: string; message: string; waitSeconds?: number };

/**
 * Calls an endpoint by its name, `GET /api/v1/account`. Uses only its types, so no schema is loaded. Without a session,
 * it leaves for the sign-in page and returns no result. If the server asks for confirmation of who the reader is, it
 * asks the reader and repeats the call.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  request: CallRequest<Call>,
): Promise<ApiResult<CallAnswer<Call>>> {
  // Comparing all request types is too much for the compiler. This much is true for each.
  const sentParts: unknown = request;
  const { params, query, body } = (sentParts ?? {}) as SentParts;
  const result = await askJson<CallAnswer<Call>>(callUrl(call, { params, query }), {
    method: call.slice(0, call.indexOf(' ')),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const isVerified = !result.done && result.code === 'step-up' && (await stepUp());
  return isVerified ? callApi(call, request) : result;
}

/** Calls any URL that answers with JSON, or with errors of the API. */
export async function askJson<Answer>(url: string, init?: RequestInit): Promise<ApiResult<Answer>> {
  const response = await fetch(url, { cache: 'no-store', ...init }).catch(() => undefined);
  if (response === undefined) return { done: false, code: 'unreachable', message: '' };
  if (response.status === 401) {
    goToSignIn();
    return new Promise(() => {});
  }
  const answer = response.status === 204 ? undefined : await response.json().catch(() => ({}));
  // The same build wrote this script and the server.
  if (response.ok) return { done: true, answer: answer as Answer };
  const { code = 'internal', message = '' } = answer?.error ?? {};
  const wait = Number(response.headers.get('retry-after'));
  return { done: false, code, message: typeset(message), ...(wait > 0 ? { waitSeconds: wait } : {}) };
}

/** URL of an endpoint, for links and requests of another kind. */
export function callUrl(call: ApiCall, { params, query = {} }: Omit<SentParts, 'body'> = {}): string {
  const path = call.slice(call.indexOf(' ') + 1);
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = String(new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])));
  return toBrowserUrl(filledPath) + (text && `?${text}`);
}

let stepUp = async (): Promise<boolean> => false;

/** Registers the dialog that confirms who the reader is. `ask` returns false if they cancel. */
export function stepUpBy(ask: () => Promise<boolean>): void {
  stepUp = ask;
}

interface SentParts {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
}
