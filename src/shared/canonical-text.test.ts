import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../testing/docs-folder.ts';
import { toCanonicalData, toCanonicalUrl } from './canonical-text.ts';
import { findPathOnDisk } from './path-on-disk.ts';

const composedLetter = 'é';
const apart = 'e\u0301';

test.each([
  ['/docs/plain#part', '/docs/plain#part'],
  [`/docs/${apart}`, `/docs/${composedLetter}`],
  ['/docs/e%CC%81', '/docs/%C3%A9'],
  ['/docs/%C3%A9', '/docs/%C3%A9'],
  ['/docs/a%2Fb%20c', '/docs/a%2Fb%20c'],
  ['/docs/%FF', '/docs/%FF'],
])('the canonical form of the address %j is %j', (url, canonicalAddress) => {
  expect(toCanonicalUrl(url)).toBe(canonicalAddress);
});

test('canonicalises all strings in data, and leaves functions alone', () => {
  const run = () => apart;
  expect(toCanonicalData({ [apart]: [apart, { name: apart, run }], count: 1 })).toEqual({
    [composedLetter]: [composedLetter, { name: composedLetter, run }],
    count: 1,
  });
});

test('finds the file on disk in either Unicode form', () => {
  const folder = createSiteFolder({ [`${apart}/${composedLetter}/a.md`]: '', 'plain/b.md': '' });
  const onDisk = path.join(folder, apart, composedLetter, 'a.md');
  for (const first of [composedLetter, apart])
    for (const second of [composedLetter, apart])
      expect(findPathOnDisk(path.join(folder, first, second, 'a.md'))).toBe(onDisk);
  const missing = path.join(folder, composedLetter, 'missing.md');
  expect(findPathOnDisk(missing)).toBe(path.join(folder, apart, 'missing.md'));
  expect(findPathOnDisk(path.join(folder, 'plain/b.md'))).toBe(path.join(folder, 'plain/b.md'));
});
