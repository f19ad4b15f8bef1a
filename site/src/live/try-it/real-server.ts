import { explainProblem, formatAnswer, type PageRequest, sendRequest } from 'gatehouse/try-it';
import type { BodyData, EndpointData, Field } from './sandbox/endpoint-data.ts';
import { makeKey, makeRequest, type Values } from './sandbox/request.ts';
import { buildQuery, listBodyFields } from './shown-request.ts';

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

/** Returns the endpoint at that server. Only the origin and the name of the workspace differ. */
export function moveEndpoint(
  endpoint: EndpointData,
  { origin, workspace }: Pick<RealServer, 'origin' | 'workspace'>,
): EndpointData {
  const folders = new URL(endpoint.base).pathname.split('/').slice(0, -1);
  return { ...endpoint, base: [origin + folders.join('/'), encodeURIComponent(workspace)].join('/') };
}

/** The workspace of the samples. */
export function nameSampleWorkspace({ base }: EndpointData): string {
  return decodeURIComponent(new URL(base).pathname.split('/').at(-1) ?? '');
}

/** Sends the request of the fields from the reader's browser. */
export async function sendToServer(
  endpoint: EndpointData,
  values: Values,
  files: ChosenFiles,
  server: RealServer,
): Promise<RealAnswer> {
  const { body, needsToken, method } = endpoint;
  const content = body && method !== 'GET' ? buildBody(body, endpoint, values, files) : undefined;
  const answer = await sendRequest({
    method,
    url: buildUrl(moveEndpoint(endpoint, server), values),
    headers: [
      ...(needsToken && server.token !== '' ? [['Authorization', `Bearer ${server.token}`] as const] : []),
      ...(content?.kind === 'text' ? [['Content-Type', 'application/json'] as const] : []),
    ],
    body: content,
  });
  if ('problem' in answer) return { problem: explainProblem(answer, server.origin) };
  return { status: answer.status, text: formatAnswer(answer) };
}

function buildUrl({ base, path, parameters }: EndpointData, values: Values): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
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
): NonNullable<PageRequest['body']> {
  if (body.kind === 'json')
    return { kind: 'text', text: JSON.stringify(makeRequest(endpoint, values).body ?? {}) };
  const fields = listBodyFields(body, values);
  const readValue = (field: Field) => values[makeKey(field)] ?? '';
  if (body.kind === 'form')
    return { kind: 'form', fields: fields.map((field) => [field.name, readValue(field)] as const) };
  return {
    kind: 'multipart',
    fields: fields.map((field) => [field.name, files.get(makeKey(field)) ?? readValue(field)] as const),
  };
}
