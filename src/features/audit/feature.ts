import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { administration } from '../../model/pages.ts';
import { adminPath } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import type { auditEndpoints } from './audit-endpoints.ts';

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof auditEndpoints> {}
}

/** The audit log for administrators: who signed in, and who changed what. Rooms record the events. */
export const audit = defineFeature({
  name: 'audit',
  endpoints: async () => (await import('./audit-endpoints.ts')).auditEndpoints,
  apiSubjects: {
    audit: { name: 'Audit log', description: 'Sign-ins and changes, with who made them.' },
  },
  pages: {
    audit: {
      path: adminPath('audit'),
      title: 'audit',
      tab: 140,
      ...administration,
      module: new URL('./audit-page.tsx', import.meta.url),
    },
  },
  commands: {
    audit: {
      about: 'Show sign-ins and changes to accounts',
      whereServed: true,
      load: () => import('./audit-command.ts'),
    },
  },
  async start({ app, identity }) {
    const { answerAuditEndpoints } = await import('./audit-routes.ts');
    answerAuditEndpoints(app, identity);
    return undefined;
  },
});
