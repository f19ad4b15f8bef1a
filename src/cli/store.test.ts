import { expect, it } from 'vitest';
import { StoreBench } from '../../bench/support/store-bench.ts';

const bench = StoreBench.forEachTest();

it.each([
  [[], 'Say what to do.'],
  [['move'], 'There is no command "move".'],
  [['copy', 'x'], "Unexpected argument 'x'."],
  [['restore'], 'restore needs a file.'],
  [['restore', 'a', 'b'], "Unexpected argument 'b'."],
])('answers misuse with exit code 2: %j', async (args, message) => {
  expect(await bench.command(args)).toMatchObject({
    exitCode: 2,
    out: '',
    err: expect.stringContaining(message),
  });
});

it('shows its usage when asked', async () => {
  expect(await bench.command(['--help'])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('copy'),
  });
});
