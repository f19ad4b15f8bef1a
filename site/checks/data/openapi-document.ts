import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Problem } from 'gatehouse/checks';
import { problemAt } from '../problems.ts';

/** The strict rules of the linter but for two that the product's own paths and answers break. */
const rules = {
  // `/cases/{app_uid}/{usr_uid}/assign` beside `/cases/{app_uid}/notes/{paged}`: the product tells them apart.
  'no-ambiguous-paths': 'off',
  // The consent screen answers with redirects only.
  'operation-2xx-response': 'off',
} as const;

export async function checkOpenApiDocument(file: string, text: string): Promise<Problem[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const found = await lintFromString({ source: text, absoluteRef: file, config });
  return found.map(({ ruleId, message, location }) =>
    problemAt('openapi', { file }, `${location[0]?.pointer ?? ''}: ${message} (${ruleId})`),
  );
}
