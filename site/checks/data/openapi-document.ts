import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApi } from '../../src/reference/openapi/endpoints.ts';
import type { Rule } from '../rule.ts';

/** The strict rules of the linter, except for two that the product's paths and answers break. */
const rules = {
  // The product accepts `/cases/{app_uid}/{usr_uid}/assign` beside `/cases/{app_uid}/notes/{paged}` and tells
  // them apart.
  'no-ambiguous-paths': 'off',
  // The consent screen answers with redirects only.
  'operation-2xx-response': 'off',
} as const;

export const openApiDocument: Rule = async (manual) => {
  const { file, text } = manual.file(openApi.file);
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const reports = await lintFromString({ source: text, absoluteRef: file, config });
  return reports.map(({ ruleId, message, location: [position] }) => ({
    file,
    message: `${position?.pointer ?? ''}: ${message} (${ruleId})`,
  }));
};
