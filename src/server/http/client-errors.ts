import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../model/api/error-codes.ts';
import { formatErrorBody } from './errors.ts';

interface RawAnswer {
  status: string;
  code: ErrorCode;
  message: string;
}

const answersByErrorCode: Readonly<Record<string, RawAnswer>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too-large',
    message: 'The URL or the headers are too long.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    code: 'too-large',
    message: 'The request is too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    message: 'The request took too long to arrive.',
  },
};
const malformedRequest: RawAnswer = {
  status: '400 Bad Request',
  code: 'malformed',
  message: "This isn't a valid HTTP request.",
};
const noTunnel: RawAnswer = { ...malformedRequest, message: "This server isn't a proxy." };

interface RawAnswerOptions {
  log: () => FastifyBaseLogger;
  headers: () => Readonly<Record<string, string>>;
}

/** Handles bytes that aren't an HTTP request: sends a short error and logs one line without the client's data. */
export function createClientErrorHandler(options: RawAnswerOptions) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The client has disconnected, or an answer is already being sent.
    if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerStarted(socket)) {
      socket.destroy();
      return;
    }
    answerRaw(socket, answersByErrorCode[error.code ?? ''] ?? malformedRequest, error.code, options);
  };
}

/** Handles requests that Node would answer or close itself, without our security headers and without a log line. */
export function answerInsteadOfNode(server: Server, options: RawAnswerOptions): void {
  // The gate checks the Expect header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    answerRaw(socket, noTunnel, 'CONNECT', options);
  });
}

function answerRaw(
  socket: Duplex,
  answer: RawAnswer,
  reason: string | undefined,
  { log, headers }: RawAnswerOptions,
): void {
  const body = formatErrorBody(answer.code, answer.message);
  const lines = Object.entries({
    ...headers(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const address = socket instanceof Socket ? socket.remoteAddress : undefined;
  log().info({ reason, status: Number.parseInt(answer.status, 10), address }, 'Rejected invalid HTTP input.');
  socket.end(`HTTP/1.1 ${answer.status}\r\n${lines.join('')}\r\n${body}`);
}

/** Node stores the current response in `_httpMessage`, and its own error handler reads it for the same purpose. */
function hasAnswerStarted(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}
