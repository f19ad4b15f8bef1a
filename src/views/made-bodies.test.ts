import { expect, test } from 'vitest';
import { MadeBodies } from './made-bodies.ts';

test('what is kept holds no more memory than is counted', async () => {
  const bodies = new MadeBodies();
  const served = { url: '/a', type: 'text/html', audience: 'reader', cache: 'page', status: 200 } as const;
  for (const length of [10, 2_000, 60_000]) {
    const text = Array.from({ length: length / 10 }, (_, at) => String(at).padStart(10)).join('');
    const { variants } = await bodies.get(String(length), served, () => text);
    const held = Object.values(variants).map(({ body }) => body?.buffer.byteLength);
    expect(held).toEqual(Object.values(variants).map(({ bytes }) => bytes));
  }
});
