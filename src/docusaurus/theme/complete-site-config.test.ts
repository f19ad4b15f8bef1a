import { expect, test } from 'vitest';
import { completeSiteConfig } from './complete-site-config.ts';

test.each([
  [{}, 'staticDirectories', ['static']],
  [{ staticDirectories: ['public'] }, 'staticDirectories', ['public']],
  [{}, 'noIndex', false],
  [{}, 'themes', []],
  [{ onBrokenLinks: 'warn' }, 'onBrokenLinks', 'warn'],
  [{ markdown: { mermaid: true } }, 'markdown', expect.objectContaining({ mermaid: true, format: 'mdx' })],
  [
    { future: { v4: true } },
    'future',
    expect.objectContaining({ v4: expect.objectContaining({ useCssCascadeLayers: true }) }),
  ],
  [
    { future: { experimental_faster: true } },
    'future',
    expect.objectContaining({ faster: expect.objectContaining({ rspackBundler: true }) }),
  ],
  [
    { future: { v4: { fasterByDefault: true } } },
    'future',
    expect.objectContaining({
      v4: expect.objectContaining({ fasterByDefault: true, useCssCascadeLayers: false }),
    }),
  ],
])('completes the configuration %j: %s', (config, key, expected) => {
  expect(completeSiteConfig(config)[key]).toEqual(expected);
});
