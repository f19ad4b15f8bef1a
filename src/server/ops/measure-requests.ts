import type { FastifyPluginAsync } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { GateRequest, SignInOutcome } from '../gate/gate.ts';
import type { AnsweredRequest } from '../http/answered.ts';
import type { Metrics, RequestKind } from './metrics.ts';

/** Counts every answer of the server, including those of the gate. */
export function measureRequests(metrics: Metrics): FastifyPluginAsync {
  return fastifyPlugin(async (app) => {
    app.observeAnswers((request, reply) => {
      const status = reply.raw.statusCode;
      metrics.countAnswer({ kind: findKind(request.gate), status, seconds: reply.elapsedTime / 1_000 });
      const outcome = readSignInOutcome(request, status);
      if (outcome !== undefined) metrics.countSignIn(outcome);
    });
  });
}

/** The kind of a request. Without `gate`, the request was malformed and never reached the gate. */
function findKind(gate: GateRequest | null | undefined): RequestKind {
  if (!gate) return 'unknown';
  const { route, path, release } = gate;
  if (route !== undefined) return route.kind;
  const cache = release.entries.get(path)?.cache;
  if (cache === 'immutable') return 'asset';
  return cache ?? 'unknown';
}

/** The outcome that the handler has set. Without one the attempt failed: because of the server or of the request. */
function readSignInOutcome({ gate }: AnsweredRequest, status: number): SignInOutcome | undefined {
  if (!gate?.route?.signsIn) return undefined;
  return gate.signInOutcome ?? (status >= 500 ? 'unavailable' : 'refused');
}
