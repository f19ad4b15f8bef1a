import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { SignInOutcome } from '../gate/gate.ts';
import { type Metrics, requestKind } from './metrics.ts';

/** Counts every answer of the whole server, those of the gate included. */
export function measureRequests(metrics: Metrics): FastifyPluginAsync {
  return fastifyPlugin(async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const status = reply.raw.statusCode;
      metrics.answered({ kind: requestKind(request.gate), status, seconds: reply.elapsedTime / 1_000 });
      const outcome = signInOutcome(request, status);
      if (outcome !== undefined) metrics.signIn(outcome);
      done();
    });
  });
}

/** As its handler tells. An attempt that no handler got to the end of failed: here, or by what was sent. */
function signInOutcome({ gate }: FastifyRequest, status: number): SignInOutcome | undefined {
  if (!gate?.route?.signsIn) return undefined;
  return gate.signIn ?? (status >= 500 ? 'unavailable' : 'refused');
}
