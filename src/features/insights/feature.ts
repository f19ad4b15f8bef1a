import type { TextsOf } from '../../config/feature-messages.ts';
import { type SettingsOf, wholeNumber } from '../../config/settings.ts';
import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { administration } from '../../model/pages.ts';
import { adminPath, FEEDBACK_URL, MOST_READ_URL, READING_URL } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import { countsFile, feedbackFile } from './data-files.ts';
import type { feedbackEndpoints } from './feedback/feedback-endpoints.ts';
import type en from './messages/en.json';
import type { viewEndpoints } from './page-views/view-endpoints.ts';
import type { searchEndpoints } from './searches/search-endpoints.ts';

const settings = {
  FEEDBACK_DAYS: {
    schema: wholeNumber(1, 3_650).default(365),
    group: 'Accounts and sessions',
    meaning: 'Days that feedback on pages is stored.',
  },
};

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../config/settings.ts' {
  interface FeatureSettings extends SettingsOf<typeof settings> {}
}

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints
    extends EndpointsOf<typeof viewEndpoints>,
      EndpointsOf<typeof searchEndpoints>,
      EndpointsOf<typeof feedbackEndpoints> {}
}

/** Counts searches and page views, and stores feedback, so that owners know what helps readers. */
export const insights = defineFeature({
  name: 'insights',
  settings,
  dataFiles: [countsFile, feedbackFile],
  messages: new URL('./messages/', import.meta.url),
  routes: [
    { method: 'POST', path: FEEDBACK_URL, access: 'reader', kind: 'route' },
    { method: 'POST', path: READING_URL, access: 'reader', kind: 'route' },
    { method: 'GET', path: MOST_READ_URL, access: 'reader', kind: 'route' },
  ],
  endpoints: async () => ({
    ...(await import('./page-views/view-endpoints.ts')).viewEndpoints,
    ...(await import('./searches/search-endpoints.ts')).searchEndpoints,
    ...(await import('./feedback/feedback-endpoints.ts')).feedbackEndpoints,
  }),
  apiSubjects: {
    reading: { name: 'Page views', description: 'Page views, counted anonymously.' },
    searches: { name: 'Searches', description: 'Searches of readers, counted anonymously.' },
    feedback: { name: 'Feedback', description: 'Feedback of readers on pages.' },
  },
  pages: {
    reading: {
      path: adminPath('reading'),
      title: 'reading',
      group: 'activity',
      tab: 60,
      ...administration,
      module: new URL('./page-views/views-page.tsx', import.meta.url),
    },
    searches: {
      path: adminPath('searches'),
      title: 'searches',
      group: 'activity',
      tab: 70,
      ...administration,
      module: new URL('./searches/searches-page.tsx', import.meta.url),
    },
    feedback: {
      path: adminPath('feedback'),
      title: 'feedback',
      group: 'activity',
      tab: 80,
      ...administration,
      module: new URL('./feedback/feedback-page.tsx', import.meta.url),
    },
  },
  commands: {
    feedback: {
      about: 'Show reader feedback',
      whereServed: true,
      load: () => import('./feedback/feedback-command.ts'),
    },
    questions: {
      about: 'Draft questions that lead searches to sections, and find redundant ones',
      load: () => import('./questions/questions-command.ts'),
    },
  },
  parts: {
    'search-start': new URL('./page-views/most-read-part.tsx', import.meta.url),
    'overview-activity': new URL('./overview-panels.tsx', import.meta.url),
  },
  async describeWeek(week, { environment, language }) {
    const { readWeek } = await import('./read-week.ts');
    return readWeek(environment, week, language);
  },
  async start(context) {
    const { startInsights } = await import('./start.ts');
    return startInsights(context);
  },
});
