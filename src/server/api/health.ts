import type { FastifyPluginAsync } from 'fastify';
import type { Environment } from '../../config/environment.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { errorAnswer } from '../http/errors.ts';
import { examine } from '../ops/doctor/examine.ts';
import type { OpenViews } from '../release/views.ts';
import { answerEndpoint } from './answer-endpoint.ts';

type Health = EndpointAnswer<'readHealth'>;

/** Every file of the build is looked at: a page that is opened again and again does not do it each time. */
const KNOWN_MS = 5_000;

/** What `doctor` says, for administrators who have no shell. */
export function siteHealth(environment: Environment, openViews?: OpenViews): FastifyPluginAsync {
  let known: { until: number; health: Promise<Health> } | undefined;
  return async (app) => {
    answerEndpoint(app, 'readHealth', async () => {
      if (known === undefined || known.until < Date.now()) {
        const looking = look(environment, openViews);
        known = { until: Date.now() + KNOWN_MS, health: looking };
        // What failed is tried again at the next request.
        looking.catch(() => {
          known = undefined;
        });
      }
      return { answer: await known.health };
    });
    answerEndpoint(app, 'sendTestMail', async (_, { user, request }) => {
      const result = await app.identity.mail.sendTest(user, request.ip);
      // What was found before may be out of date now.
      known = undefined;
      switch (result.outcome) {
        case 'sent':
          return { answer: { to: result.to } };
        case 'no-mail':
          return { error: errorAnswer(404, 'not-found', 'This server sends no mail: set SMTP_URL.') };
        case 'throttled': {
          const seconds = Math.ceil((result.retryAt - Date.now()) / 1_000);
          const wait = { 'retry-after': String(Math.max(1, seconds)) };
          return {
            error: errorAnswer(
              429,
              'too-many-attempts',
              'There were five test e-mails within an hour.',
              wait,
            ),
          };
        }
        case 'failed':
          return { error: errorAnswer(503, 'unavailable', result.reason) };
      }
    });
  };
}

async function look(environment: Environment, openViews: OpenViews | undefined): Promise<Health> {
  const findings = await examine(environment, { openViews });
  return { at: new Date().toISOString(), mail: environment.SMTP_URL !== undefined, findings };
}
