import type { TextsOf } from '../../config/feature-messages.ts';
import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { administration } from '../../model/pages.ts';
import { adminPath } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import type { backupEndpoints } from './backup-endpoints.ts';
import type en from './messages/en.json';

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof backupEndpoints> {}
}

/** Backups of everything that is stored, which the server creates by itself. */
export const backups = defineFeature({
  name: 'backups',
  messages: new URL('./messages/', import.meta.url),
  endpoints: async () => (await import('./backup-endpoints.ts')).backupEndpoints,
  apiSubjects: { backups: { name: 'Backups', description: 'Backups that the server creates.' } },
  pages: {
    backups: {
      path: adminPath('backups'),
      title: 'backups',
      tab: 130,
      ...administration,
      module: new URL('./backups-page.tsx', import.meta.url),
    },
  },
  parts: { 'overview-site': new URL('./overview-panel.tsx', import.meta.url) },
  metrics: [
    {
      name: 'docs_backup_age_seconds',
      help: 'Age of the newest backup that the server created. Missing while there is no backup.',
      // All workers share the folder.
      aggregator: 'max',
    },
  ],
  async examine(environment, options) {
    const { checkBackups } = await import('./check-backups.ts');
    return checkBackups(environment, options);
  },
  async start(context) {
    const { startBackups } = await import('./start.ts');
    return startBackups(context);
  },
});
