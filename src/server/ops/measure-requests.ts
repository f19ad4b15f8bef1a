import type { FastifyPluginAsync } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { SignInOutcome } from '../gate/gate.ts';
import type { AnsweredRequest } from '../http/answered.ts';
import { type Metrics, requestKind } from './metrics.ts';

/** Counts every answer of the server, including those of the gate. */
export function measureRequests(metrics: Metrics): FastifyPluginAsync {
  return fastifyPlugin(async (app) => {
    app.observeAnswers((request, reply) => {
      const status = reply.raw.statusCode;
      metrics.countAnswer({ kind: requestKind(request.gate), status, seconds: reply.elapsedTime / 1_000 });
      const outcome = readSignInOutcome(request, status);
      if (outcome !== undefined) metrics.countSignIn(outcome);
    });
  });
}

/** The outcome that the handler has set. Without one the attempt failed: because of the server or of the request. */
function readSignInOutcome({ gate }: AnsweredRequest, status: number): SignInOutcome | undefined {
  if (!gate?.route?.signsIn) return undefined;
  return gate.signInOutcome ?? (status >= 500 ? 'unavailable' : 'refused');
}
