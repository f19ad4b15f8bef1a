import type { FastifyInstance } from 'fastify';
import type { Environment } from '../../config/environment.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { healthEndpoints } from '../../model/api/health.ts';
import { errorAnswer } from '../http/errors.ts';
import type { BuildCheck } from '../ops/doctor/check-build.ts';
import { examine } from '../ops/doctor/examine.ts';
import type { OpenViews } from '../release/views.ts';
import type { ServerFeature } from '../server-feature.ts';
import { answerEndpoint } from './answer-endpoint.ts';

type Health = EndpointAnswer<'readHealth'>;

/** The checks read every file of the build, so reloading the page doesn't repeat them within this time. */
const CACHE_MS = 5_000;

/** API with the results of `gatehouse doctor`, for administrators without shell access. */
export function registerHealthApi(
  app: FastifyInstance,
  environment: Environment,
  features: readonly ServerFeature[],
  openViews: OpenViews | undefined,
): void {
  /** Results of the checks by language. */
  const cached = new Map<string, { until: number; health: Promise<Health> }>();
  answerEndpoint(app, healthEndpoints.readHealth, async (_, { request }) => {
    const { tag, texts } = request.gate.release;
    const cachedHealth = cached.get(tag);
    if (cachedHealth !== undefined && cachedHealth.until >= Date.now())
      return { answer: await cachedHealth.health };
    const health = examineSite(environment, features, { openViews, texts });
    cached.set(tag, { until: Date.now() + CACHE_MS, health });
    // Repeat failed checks at the next request.
    health.catch(() => cached.delete(tag));
    return { answer: await health };
  });
  answerEndpoint(app, healthEndpoints.sendTestMail, async (_, { user, request }) => {
    const result = await app.identity.mail.sendTest(user, request.ip);
    // The cached results may be out of date now.
    cached.clear();
    switch (result.outcome) {
      case 'sent':
        return { answer: { to: result.to } };
      case 'no-mail':
        return {
          error: errorAnswer(404, 'not-found', "This server doesn't send mail. Set SMTP_URL to change that."),
        };
      case 'throttled': {
        const seconds = Math.ceil((result.retryAt - Date.now()) / 1_000);
        const wait = { 'retry-after': String(Math.max(1, seconds)) };
        return {
          error: errorAnswer(
            429,
            'too-many-attempts',
            'Five test emails were sent within an hour. Try again later.',
            wait,
          ),
        };
      }
      case 'failed':
        return { error: errorAnswer(503, 'unavailable', result.reason) };
    }
  });
}

async function examineSite(
  environment: Environment,
  features: readonly ServerFeature[],
  options: BuildCheck,
): Promise<Health> {
  const findings = await examine(environment, features, options);
  return { at: new Date().toISOString(), mail: environment.SMTP_URL !== undefined, findings };
}
