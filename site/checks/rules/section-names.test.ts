import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { sectionNames } from './section-names.ts';

test.each([
  '## What can go wrong',
  '## What goes wrong',
  '## What goes wrong {#errors}',
  '## When the list is not what you expect {#what-goes-wrong}',
  '## By program {#program}',
  '## By REST {#rest}',
  '## For programs',
])('"%s" is reported', async (heading) => {
  expect(await check(sectionNames, `${heading}\n\nText.\n`)).toMatchObject([{ line: FIRST_LINE }]);
});

test.each([
  '## What goes wrong {#what-goes-wrong}',
  '## For developers {#rest}',
  '## For administrators: the permission keys {#keys}',
  '## Steps {#steps}',
  '### Errors and caveats {#caveats}',
])('"%s" is right', async (heading) => {
  expect(await check(sectionNames, `${heading}\n\nText.\n`)).toEqual([]);
});
