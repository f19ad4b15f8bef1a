import { expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../testing/patience.ts';
import { runLimited } from './limited.ts';

const Spin = () => {
  for (let n = 0; ; n += 1) if (n < 0) return n;
};

test('stops endless code, also when limits are nested, and reports where it is declared', () => {
  const callAround = () => {
    try {
      runLimited(Spin, Spin, 100);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  // On a busy machine it takes seconds to find where code is declared.
  const error = runLimited(callAround, callAround, PATIENCE_MS);
  expect(error).toMatchObject({
    name: 'Endless',
    message: 'it takes more than 0.1 seconds, probably because of an endless loop',
  });
  expect(String(error instanceof Error && error.stack)).toContain('limited.test.ts:');
  expect(runLimited(() => 2)).toBe(2);
});
