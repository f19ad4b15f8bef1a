import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Logs one line for each answer. It contains the path but not the query, because queries contain tokens and search
 * terms. Health probes arrive every few seconds, so their lines have the level `debug`.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const { route } = request.gate ?? {};
  // The last part of such a path identifies a consent request, like the browser's cookie does, so it isn't logged.
  const path = route?.kind === 'agents' ? route.path : request.originalUrl.split('?', 1)[0]?.slice(0, 300);
  const account = request.gate?.user?.accountId;
  const level = route?.kind === 'health' ? 'debug' : 'info';
  request.log[level](
    {
      method: request.method,
      path,
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      account,
      // The outcome of a sign-in. The status of an answer to a form doesn't show it.
      signIn: request.gate?.signInOutcome,
    },
    'answered',
  );
}
