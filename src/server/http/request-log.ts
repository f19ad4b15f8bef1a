import type { Socket } from 'node:net';
import type { AnsweredRequest, SentReply } from './answered.ts';

const PATH_MAX_LENGTH = 300;
const USER_AGENT_MAX_LENGTH = 200;

/** Bytes that each connection had sent when its last answer was logged. */
const loggedBytes = new WeakMap<Socket, number>();

/**
 * Bytes that the connection has sent since its last answer was logged: the headers and the body of this answer. Answers
 * to pipelined requests, which clients don't send, count for the first of them.
 */
function countSentBytes(socket: Socket): number {
  const total = socket.bytesWritten;
  const bytes = total - (loggedBytes.get(socket) ?? 0);
  loggedBytes.set(socket, total);
  return bytes;
}

/**
 * Logs one line for each answer. It contains the path but not the query, because queries contain tokens and search
 * terms. Health probes arrive every few seconds, so their lines have the level `debug`.
 */
export function logAnswer(request: AnsweredRequest, reply: SentReply, status: number): void {
  const { route } = request.gate ?? {};
  // The last part of such a path identifies a consent request, like the browser's cookie does, so it isn't logged.
  const path =
    route?.kind === 'agents' ? route.path : request.originalUrl.split('?', 1)[0]?.slice(0, PATH_MAX_LENGTH);
  const account = request.gate?.user?.accountId;
  const level = route?.kind === 'health' ? 'debug' : 'info';
  request.log[level](
    {
      method: request.method,
      path,
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      bytes: countSentBytes(request.raw.socket),
      // The client has disconnected, or the server has cut the answer because its file is damaged.
      cut: reply.raw.writableFinished ? undefined : true,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX_LENGTH),
      account,
      // The outcome of a sign-in. The status of an answer to a form doesn't show it.
      signIn: request.gate?.signInOutcome,
    },
    'answered',
  );
}
