import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { troubleshootingHeading } from './troubleshooting-heading.ts';

test.each([
  '## What can go wrong',
  '## What goes wrong',
  '## What goes wrong {#errors}',
  '## When the list is not what you expect {#what-goes-wrong}',
])('"%s" is reported', async (heading) => {
  expect(await check(troubleshootingHeading, `${heading}\n\nText.\n`)).toMatchObject([{ line: FIRST_LINE }]);
});

test.each([
  '## What goes wrong {#what-goes-wrong}',
  '## Steps {#steps}',
  '### Errors and caveats {#caveats}',
])('"%s" is right', async (heading) => {
  expect(await check(troubleshootingHeading, `${heading}\n\nText.\n`)).toEqual([]);
});
