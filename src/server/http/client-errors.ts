import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../model/api/error-codes.ts';
import { errorBody } from './errors.ts';

interface RawAnswer {
  status: string;
  code: ErrorCode;
  message: string;
}

const answers: Readonly<Record<string, RawAnswer>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too-large',
    message: 'The address or the headers are too long.',
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
const malformed: RawAnswer = {
  status: '400 Bad Request',
  code: 'malformed',
  message: 'This is not an HTTP request.',
};
const noTunnel: RawAnswer = { ...malformed, message: 'This is no proxy.' };

interface RawOptions {
  log: () => FastifyBaseLogger;
  headers: () => Readonly<Record<string, string>>;
}

/** Answers what is no request at all: one plain answer, one line in the log without a byte of what came. */
export function clientErrorHandler(options: RawOptions) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The other side has gone, or its answer is on its way already.
    if (error.code === 'ECONNRESET' || !socket.writable || answerHasBegun(socket)) {
      socket.destroy();
      return;
    }
    answerRaw(socket, answers[error.code ?? ''] ?? malformed, error.code, options);
  };
}

/** What Node answers, or ends, by itself where nobody listens: without our headers, and without a line in the log. */
export function answerForNode(server: Server, options: RawOptions): void {
  // The gate knows of expectations.
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
  { log, headers }: RawOptions,
): void {
  const body = errorBody(answer.code, answer.message);
  const lines = Object.entries({
    ...headers(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const address = socket instanceof Socket ? socket.remoteAddress : undefined;
  log().info({ reason, status: Number.parseInt(answer.status, 10), address }, 'no request');
  socket.end(`HTTP/1.1 ${answer.status}\r\n${lines.join('')}\r\n${body}`);
}

/** Node keeps the answer under way here, and its own handler looks there for the same reason. */
function answerHasBegun(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}
