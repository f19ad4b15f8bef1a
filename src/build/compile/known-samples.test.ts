import { expect, test } from 'vitest';
import { KnownSamples } from './known-samples.ts';

const sample = { code: 'const a = 1;', language: 'js' };

test('a sample that a document had before is taken, and highlighted again where its code or that of the program is another', async () => {
  const samples = new KnownSamples('one');
  samples.begin({});
  const [line = ''] = await samples.highlight(sample);
  expect(line).toContain('<span class="tk-');
  const kept = Object.fromEntries(Object.keys(samples.used).map((key) => [key, ['as it was kept']]));
  samples.begin(kept);
  expect(await samples.highlight(sample)).toEqual(['as it was kept']);
  expect(await samples.highlight({ ...sample, code: 'let b;' })).toEqual([expect.stringContaining('tk-')]);
  expect(await samples.highlight({ ...sample, language: 'ts' })).toEqual([line]);
  expect(Object.keys(samples.used)).toHaveLength(3);
  const other = new KnownSamples('two');
  other.begin(kept);
  expect(await other.highlight(sample)).toEqual([line]);
});
