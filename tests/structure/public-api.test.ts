import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describePublicApi, publicApiFile } from '../../tools/public-api.ts';

test('the public API is the one in api/public.api.md: after an intended change run npm run api:report', () => {
  const report = describePublicApi();
  for (const name of ['defineFeature', 'createApiClient', 'defineSiteConfig', 'defineChecks', 'openSandbox'])
    expect(report).toContain(`function ${name}`);
  expect(report).toBe(readFileSync(publicApiFile, 'utf8'));
});
