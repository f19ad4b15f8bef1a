import type { TextsOf } from '../../config/feature-messages.ts';
import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { administration } from '../../model/pages.ts';
import { ANNOUNCED_URL, adminPath } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import type { announcementEndpoints } from './announcement-endpoints.ts';
import type en from './messages/en.json';

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof announcementEndpoints> {}
}

/** An announcement that administrators show at the top of every page, instead of the configured one. */
export const announcements = defineFeature({
  name: 'announcements',
  messages: new URL('./messages/', import.meta.url),
  routes: [{ method: 'GET', path: ANNOUNCED_URL, access: 'reader', kind: 'route', unattended: true }],
  endpoints: async () => (await import('./announcement-endpoints.ts')).announcementEndpoints,
  apiSubjects: {
    announcement: { name: 'Announcement', description: 'The announcement at the top of every page.' },
  },
  pages: {
    announcement: {
      path: adminPath('announcement'),
      title: 'announcement',
      tab: 100,
      ...administration,
      module: new URL('./announcement-page.tsx', import.meta.url),
    },
  },
  async start(context) {
    const { startAnnouncements } = await import('./announcement-routes.ts');
    startAnnouncements(context);
    return undefined;
  },
});
