import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics, SignInOutcome } from './metrics.ts';
import { requestKind } from './request-kind.ts';

/** Where a session may begin. */
const signInRoutes: ReadonlySet<string> = new Set([
  'POST /auth/sign-in',
  'GET /auth/oidc/callback',
  'POST /setup',
]);

/** Counts every answer of the whole server, those of the gate included. */
export function measureRequests(metrics: Metrics): FastifyPluginAsync {
  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      metrics.answered({
        kind: requestKind(request.gate),
        status: reply.raw.statusCode,
        seconds: reply.elapsedTime / 1_000,
      });
      const outcome = signInOutcome(request, reply);
      if (outcome !== undefined) metrics.signIn(outcome);
      done();
    });
  };
  // The hook is the whole server's, and not only this plugin's.
  Object.defineProperty(plugin, Symbol.for('skip-override'), { value: true });
  return plugin;
}

function signInOutcome({ gate }: FastifyRequest, reply: FastifyReply): SignInOutcome | undefined {
  if (gate?.route === undefined || !signInRoutes.has(gate.route)) return undefined;
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  if (cookies.some((cookie) => /^(?:__Host-)?sid=[^;]/.test(cookie))) return 'signed-in';
  if (reply.statusCode === 429) return 'throttled';
  return reply.statusCode >= 500 ? 'unavailable' : 'refused';
}
