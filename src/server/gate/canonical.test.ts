import { expect, test } from 'vitest';
import { canonicalCandidates } from './canonical.ts';

test.each([
  ['/docs/x.html', ['/docs/x', '/docs/x/']],
  ['/docs/x/index.html', ['/docs/x', '/docs/x/']],
  ['/docs/x/', ['/docs/x']],
  ['/docs/x', ['/docs/x/']],
  ['/index.html', ['/']],
  ['/', []],
  ['/docs/my.html.html', ['/docs/my.html', '/docs/my.html/']],
  ['/docs/index', ['/docs/index/']],
  ['/docs/xhtml', ['/docs/xhtml/']],
  ['/docs//x', []],
  ['//docs/x/', []],
  ['/docs/x//', []],
  ['/docs/../x', []],
  ['/docs/./x.html', []],
  ['/docs/..', []],
])('%j may be meant as %j', (path, candidates) => {
  expect(canonicalCandidates(path)).toEqual(candidates);
});
