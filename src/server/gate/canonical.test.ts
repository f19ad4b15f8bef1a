import { expect, test } from 'vitest';
import { listCanonicalCandidates } from './canonical.ts';

test.each([
  ['/docs/x.html', ['/docs/x', '/docs/x/', '/docs/x/index.html']],
  ['/docs/x/index.html', ['/docs/x', '/docs/x/', '/docs/x.html']],
  ['/docs/x/', ['/docs/x', '/docs/x.html', '/docs/x/index.html']],
  ['/docs/x', ['/docs/x/', '/docs/x.html', '/docs/x/index.html']],
  ['/files/x.pdf/', ['/files/x.pdf', '/files/x.pdf.html', '/files/x.pdf/index.html']],
  ['/demo.html/', ['/demo', '/demo/', '/demo.html', '/demo/index.html']],
  ['/docs/e\u0301', ['/docs/é', '/docs/é/', '/docs/é.html', '/docs/é/index.html']],
  ['/index.html', ['/']],
  ['/', []],
  ['//', ['/']],
  ['/docs//x', ['/docs/x', '/docs/x/', '/docs/x.html', '/docs/x/index.html']],
  ['//docs/x/', ['/docs/x/', '/docs/x', '/docs/x.html', '/docs/x/index.html']],
  ['/docs/x///', ['/docs/x/', '/docs/x', '/docs/x.html', '/docs/x/index.html']],
  ['///files//x.pdf', ['/files/x.pdf', '/files/x.pdf/', '/files/x.pdf.html', '/files/x.pdf/index.html']],
  ['/docs//../x', []],
  ['/docs/../x', []],
  ['/docs/./x.html', []],
  ['/docs/..', []],
])('%j has the candidates %j', (path, candidates) => {
  expect(listCanonicalCandidates(path)).toEqual(candidates);
});
