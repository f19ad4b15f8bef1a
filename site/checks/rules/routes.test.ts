import { expect, test } from 'vitest';
import { checkRoutes } from './routes.ts';

test('a page that is gone without a redirect fails, a new one is only reported', () => {
  const list = '[\n  "/docs/a",\n  "/docs/b",\n  "/docs/c"\n]';
  expect(checkRoutes(list, new Set(['/docs/a', '/docs/d']), new Set(['/docs/b']))).toMatchObject([
    { severity: 'error', line: 4, message: expect.stringContaining('"/docs/c"') },
    { severity: 'warning', message: expect.stringContaining('"/docs/d"') },
  ]);
});
