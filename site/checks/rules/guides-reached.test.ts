import { expect, test } from 'vitest';
import { check, createArticle } from '../../testing/manual.ts';
import { guidesReached } from './guides-reached.ts';

const recipe = 'docs/LuranaBPA/Guides/Recipes/TwoDates.md';

test('a guide that only other guides lead to is named', async () => {
  const guides = [
    createArticle('Text.', recipe),
    createArticle('[Dates](./TwoDates.md)', recipe.replace('Two', 'No')),
  ];
  expect(await check(guidesReached, guides)).toMatchObject([{ file: recipe }, {}]);
  const subject = createArticle('[Dates](./Guides/Recipes/TwoDates.md#x)', 'docs/LuranaBPA/Datetime.md');
  expect(await check(guidesReached, [...guides, subject])).toMatchObject([
    { file: recipe.replace('Two', 'No') },
  ]);
});
