import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Logs one line for each answer. Of the address it has only the path: queries hold tokens and what people search for.
 * Probes ask every few seconds, so that their lines are for debugging only.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const { route } = request.gate ?? {};
  // The path of an answer to an agent names the question, as the cookie of its browser does.
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
      // What came of an attempt to sign in, which the status of a form's answer does not say.
      signIn: request.gate?.signIn,
    },
    'answered',
  );
}
