import { administration, adminPath, defineFeature } from 'gatehouse/feature';
import { noticesFile } from './status-data-file.ts';
import { statusEndpoints } from './status-endpoints.ts';
import { statusSettings } from './status-settings.ts';
import { readStatusTool } from './status-tool.ts';
import { writeWorksAgainMail } from './works-again-mail.ts';

/** Whether the documented service works at the moment. Every command loads this module: it holds declarations only. */
export default defineFeature({
  name: 'service-status',
  settings: statusSettings,
  dataFiles: [noticesFile],
  endpoints: statusEndpoints,
  apiSubjects: { status: { name: 'Status', description: 'Whether the documented service works.' } },
  pages: {
    'service-status': {
      path: '/status',
      title: { en: 'Status of the service', es: 'Estado del servicio' },
      audience: 'reader',
      module: new URL('./status-page.tsx', import.meta.url),
    },
    'service-status-admin': {
      path: adminPath('status'),
      title: { en: 'Status', es: 'Estado' },
      // In the group "Site", after the pages of Gatehouse.
      group: 'site',
      tab: 200,
      ...administration,
      module: new URL('./status-admin-page.tsx', import.meta.url),
    },
  },
  markdown: {
    compiler: new URL('./uptime-fence.ts', import.meta.url),
    liveParts: {
      Uptime: {
        module: new URL('./uptime.tsx', import.meta.url),
        style: new URL('./uptime.css', import.meta.url),
      },
    },
  },
  commands: {
    status: {
      about: 'Show the status of the service',
      whereServed: true,
      load: () => import('./status-command.ts'),
    },
  },
  tools: [readStatusTool],
  mails: { 'works-again': writeWorksAgainMail },
  metrics: [
    {
      name: 'docs_service_disturbed',
      help: '1 while the status page reports a disturbance, otherwise 0.',
      // All workers read the same file.
      aggregator: 'max',
    },
  ],
  async examine(environment) {
    const { checkStatusFile } = await import('./check-status-file.ts');
    return checkStatusFile(environment);
  },
  async start(context) {
    const { startStatus } = await import('./start-status.ts');
    return startStatus(context);
  },
});
