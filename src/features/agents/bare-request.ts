import { IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface BareRequest {
  method: 'GET' | 'POST';
  /** Path of the library's route, with the query. */
  url: string;
  body?: string;
  contentType?: string;
}

/**
 * Creates the request that the library of the authorization server sees: only the parts that were validated here, the
 * configured origin of the site instead of the headers of the request, and the browser's cookies.
 */
export function createBareRequest(
  request: FastifyRequest,
  site: { origin: string; basePath: string },
  { method, url, body, contentType }: BareRequest,
): IncomingMessage {
  const { protocol, host } = new URL(site.origin);
  const { accept, cookie, 'user-agent': agent } = request.headers;
  const bareRequest = new IncomingMessage(request.raw.socket);
  bareRequest.method = method;
  bareRequest.url = url;
  // The library derives its base path from this property.
  Object.assign(bareRequest, { originalUrl: encodeURI(site.basePath).slice(0, -1) + url });
  bareRequest.httpVersion = request.raw.httpVersion;
  const bytes = Buffer.from(body ?? '');
  const headers = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    accept,
    cookie,
    'user-agent': agent,
    ...(method === 'POST' && { 'content-type': contentType, 'content-length': String(bytes.length) }),
  };
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) bareRequest.headers[name] = value;
  bareRequest.complete = true;
  bareRequest.push(bytes);
  bareRequest.push(null);
  return bareRequest;
}

/** Takes the raw response from Fastify, with the headers that every answer of the site has. */
export function takeRawResponse(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  return reply.raw;
}
