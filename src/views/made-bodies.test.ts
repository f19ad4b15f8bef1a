import { expect, test } from 'vitest';
import { BodyCache } from './made-bodies.ts';

test('stored bodies use no more memory than is counted', async () => {
  const bodies = new BodyCache();
  const metadata = { url: '/a', type: 'text/html', audience: 'reader', cache: 'page', status: 200 } as const;
  for (const length of [10, 2_000, 60_000]) {
    const text = Array.from({ length: length / 10 }, (_, index) => String(index).padStart(10)).join('');
    const { variants } = await bodies.get(String(length), metadata, () => text);
    const heldBytes = Object.values(variants).map(({ body }) => body?.buffer.byteLength);
    expect(heldBytes).toEqual(Object.values(variants).map(({ bytes }) => bytes));
  }
});
