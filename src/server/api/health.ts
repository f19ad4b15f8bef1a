import type { FastifyPluginAsync } from 'fastify';
import type { Environment } from '../../config/environment.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
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
  };
}

async function look(environment: Environment, openViews: OpenViews | undefined): Promise<Health> {
  const findings = await examine(environment, { openViews });
  return { at: new Date().toISOString(), findings };
}
