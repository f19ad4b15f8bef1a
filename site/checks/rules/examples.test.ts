import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkExamples } from './examples.ts';

test('a function without an example is reported at its line', () => {
  const body =
    '<JsMember name="show" />\n\n<PhpFunction name="jumping">\n\n```php\njumping(@@APPLICATION, 1);\n```\n\n</PhpFunction>';
  expect(checkExamples(article(body))).toMatchObject([
    { severity: 'warning', line: FIRST_LINE, message: expect.stringContaining('<JsMember name="show">') },
  ]);
});
