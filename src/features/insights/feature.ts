import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { FEEDBACK_URL, READING_URL } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import { feedbackEndpoints } from './feedback/feedback-endpoints.ts';
import { viewEndpoints } from './page-views/view-endpoints.ts';
import { searchEndpoints } from './searches/search-endpoints.ts';

const endpoints = { ...viewEndpoints, ...searchEndpoints, ...feedbackEndpoints };

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof endpoints> {}
}

/** What readers search for, which pages they open, and whether these help them. */
export const insights = defineFeature({
  name: 'insights',
  routes: [
    { method: 'POST', path: FEEDBACK_URL, access: 'reader', kind: 'route' },
    { method: 'POST', path: READING_URL, access: 'reader', kind: 'route' },
  ],
  endpoints,
  apiSubjects: {
    reading: { name: 'Page views', description: 'Page views, counted anonymously.' },
    searches: { name: 'Searches', description: 'Searches of readers, counted anonymously.' },
    feedback: { name: 'Feedback', description: 'Feedback of readers on pages.' },
  },
  async start(context) {
    const { startInsights } = await import('./start.ts');
    return startInsights(context);
  },
});
