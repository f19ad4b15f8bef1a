import { type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Status in the log and the metrics if the client disconnected before an answer. nginx uses the same number. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Lets Fastify run its `onResponse` hooks, which log and count each answer, also if the connection closes before the
 * answer is sent. Fastify waits for the events 'finish' and 'error' of a response, and Node emits neither then. Otherwise
 * a client that guesses passwords and never waits for an answer would leave no trace.
 */
export function reportLostAnswers(server: Server): void {
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      // Node stores the current response here until it is sent.
      const response: unknown = Reflect.get(socket, '_httpMessage');
      if (!(response instanceof ServerResponse) || response.writableFinished) return;
      if (!response.headersSent) response.statusCode = CLIENT_CLOSED_REQUEST;
      // The handler may still be at work. Sending its answer fails then, after Fastify has stopped listening.
      response.on('error', () => {});
      response.emit('error', new Error('The client has disconnected.'));
    });
  });
}
