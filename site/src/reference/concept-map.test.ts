import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../testing/compile-with-data.ts';

test("the map of concepts is drawn, and told in words for those who don't see it", async () => {
  const { html, problems } = await compile('<ConceptMap caption="How it belongs together" />');
  expect(problems).toEqual([]);
  expect(html).toContain('Process is run as Case.');
  expect(html).toContain('Delegation belongs to User.');
  expect(html).toContain('<figcaption>How it belongs together</figcaption>');
});

test('a map without a caption is refused', async () => {
  const { problems } = await compile('<ConceptMap />');
  expect(problems).toMatchObject([{ message: expect.stringContaining('caption') }]);
});
