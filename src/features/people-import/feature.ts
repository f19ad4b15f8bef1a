import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { defineFeature } from '../feature.ts';
import type { importEndpoints } from './import-endpoints.ts';

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof importEndpoints> {}
}

/** Administrators invite many people with a CSV file, and export accounts to one. */
export const peopleImport = defineFeature({
  name: 'people-import',
  endpoints: async () => (await import('./import-endpoints.ts')).importEndpoints,
  parts: { 'users-actions': new URL('./users-actions.tsx', import.meta.url) },
  async start(context) {
    const { answerImportEndpoints } = await import('./import-routes.ts');
    answerImportEndpoints(context);
    return undefined;
  },
});
