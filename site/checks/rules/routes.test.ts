import { expect, test } from 'vitest';
import { check, createManualWithText } from '../../testing/manual.ts';
import { keptRoutes } from './routes.ts';

test('a removed page without a redirect fails, and a new page is only reported', async () => {
  const manual = createManualWithText('[\n  "/docs/a",\n  "/docs/b",\n  "/docs/c"\n]');
  const findings = await check(keptRoutes, [], {
    ...manual,
    routes: ['/docs/a', '/docs/d'],
    redirected: ['/docs/b'],
  });
  expect(findings).toMatchObject([
    { line: 4, message: expect.stringContaining('"/docs/c"') },
    { severity: 'warning', message: expect.stringContaining('"/docs/d"') },
  ]);
  expect(findings[0]).not.toHaveProperty('severity');
});
