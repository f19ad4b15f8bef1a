import { expect, it } from 'vitest';
import { StoreFixture } from '../../testing/store-fixture.ts';

const fixture = StoreFixture.forEachTest();

it.each([
  [[], 'A subcommand is missing. Use backup, list, restore, or copy.'],
  [['move'], 'Unknown subcommand "move".'],
  [['copy', 'x'], 'Unexpected argument "x".'],
  [['restore'], 'The backup file is missing: restore <file>'],
  [['restore', 'a', 'b'], 'Unexpected argument "b".'],
])('answers misuse with exit code 2: %j', async (args, message) => {
  expect(await fixture.command(args)).toMatchObject({
    exitCode: 2,
    out: '',
    err: expect.stringContaining(message),
  });
});

it('prints its usage with --help', async () => {
  expect(await fixture.command(['--help'])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('copy'),
  });
});
