import { expect, test } from 'vitest';
import { SampleCache } from './known-samples.ts';

const sample = { code: 'const a = 1;', language: 'js' };

test('reuses a highlighted sample unless its code, or the code that highlights, has changed', async () => {
  const samples = new SampleCache('one');
  samples.startDocument({});
  const [line = ''] = await samples.highlight(sample);
  expect(line).toContain('<span class="tk-');
  const storedSamples = Object.fromEntries(Object.keys(samples.used).map((key) => [key, ['as it was kept']]));
  samples.startDocument(storedSamples);
  expect(await samples.highlight(sample)).toEqual(['as it was kept']);
  expect(await samples.highlight({ ...sample, code: 'let b;' })).toEqual([expect.stringContaining('tk-')]);
  expect(await samples.highlight({ ...sample, language: 'ts' })).toEqual([line]);
  expect(Object.keys(samples.used)).toHaveLength(3);
  const other = new SampleCache('two');
  other.startDocument(storedSamples);
  expect(await other.highlight(sample)).toEqual([line]);
});
