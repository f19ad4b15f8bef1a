import type { BodyData, EndpointData } from './sandbox/endpoint-data.ts';
import { makeKey, makeRequest, type Values } from './sandbox/request.ts';
import { bodyFields, buildQuery } from './shown-request.ts';

/** A real server, with the reader's workspace and token on it. */
export interface RealServer {
  /** One of the origins that the site's configuration lets pages call. */
  origin: string;
  workspace: string;
  token: string;
}

/** The answer as text, or the reason why there is none, with the next step. */
export type RealAnswer = { status: number; text: string } | { problem: string };

/** The files that the reader has chosen, by the keys of their fields. */
export type ChosenFiles = ReadonlyMap<string, File>;

const WAIT_MS = 30_000;
/** Longer answers are cut off here. */
const SHOWN_MAX_CHARACTERS = 100_000;

/** Returns the endpoint at that server. Only the origin and the name of the workspace differ. */
export function endpointAt(
  endpoint: EndpointData,
  { origin, workspace }: Pick<RealServer, 'origin' | 'workspace'>,
): EndpointData {
  const folders = new URL(endpoint.base).pathname.split('/').slice(0, -1);
  return { ...endpoint, base: [origin + folders.join('/'), encodeURIComponent(workspace)].join('/') };
}

/** The workspace of the samples. */
export function sampleWorkspace({ base }: EndpointData): string {
  return decodeURIComponent(new URL(base).pathname.split('/').at(-1) ?? '');
}

/** Sends the request of the fields. It is sent without cookies and isn't stored. */
export async function sendToServer(
  endpoint: EndpointData,
  values: Values,
  files: ChosenFiles,
  server: RealServer,
): Promise<RealAnswer> {
  const { body, needsToken, method } = endpoint;
  const sent = body && buildBody(body, endpoint, values, files);
  try {
    const response = await fetch(buildUrl(endpointAt(endpoint, server), values), {
      method,
      headers: {
        ...(needsToken && server.token !== '' && { authorization: `Bearer ${server.token}` }),
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && method !== 'GET' && { body: sent }),
      credentials: 'omit',
      cache: 'no-store',
      // A redirect could lead to a server that the reader didn't choose.
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (response.type === 'opaqueredirect')
      return {
        problem: 'The server answers with a redirect, which browsers do not show to a page. Use curl.',
      };
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    return { problem: await whyNothing(server.origin, error) };
  }
}

function buildUrl({ base, path, parameters }: EndpointData, values: Values): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(field ? (values[makeKey(field)] ?? '') : name);
  });
  const query = new URLSearchParams(buildQuery(parameters, values));
  return `${base}${filledPath}${query.size > 0 ? `?${query}` : ''}`;
}

function buildBody(
  body: BodyData,
  endpoint: EndpointData,
  values: Values,
  files: ChosenFiles,
): string | URLSearchParams | FormData {
  if (body.kind === 'json') return JSON.stringify(makeRequest(endpoint, values).body ?? {});
  const fields = bodyFields(body, values);
  if (body.kind === 'form')
    return new URLSearchParams(fields.map((field) => [field.name, values[makeKey(field)] ?? '']));
  const data = new FormData();
  for (const field of fields)
    data.append(field.name, files.get(makeKey(field)) ?? values[makeKey(field)] ?? '');
  return data;
}

async function readText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text|xml|^$/.test(type)) return `A file of ${(await response.blob()).size} bytes, ${type}`;
  const text = await response.text();
  return (indented(text) || 'No body').slice(0, SHOWN_MAX_CHARACTERS);
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Browsers don't say why a request to another server failed, so this finds out whether the server can be reached. */
async function whyNothing(origin: string, error: unknown): Promise<string> {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${origin} has not answered within ${WAIT_MS / 1000} seconds. Send the request again, or look whether the server is busy.`;
  if (!(await isThere(origin)))
    return `${origin} cannot be reached from this browser. Open it in another tab: if it does not answer there either, look at the network, the VPN and the server's certificate.`;
  return `${origin} is there, but does not let pages of ${location.origin} read its answers (CORS). Whether it has carried out the request, only the server knows. Ask its administrator to answer with Access-Control-Allow-Origin: ${location.origin}, and OPTIONS requests also with Access-Control-Allow-Headers: Authorization, Content-Type and Access-Control-Allow-Methods: GET, POST, PUT, DELETE. The request in curl works without.`;
}

async function isThere(origin: string): Promise<boolean> {
  try {
    await fetch(origin, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return true;
  } catch {
    return false;
  }
}
