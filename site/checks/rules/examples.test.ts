import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { examples } from './examples.ts';

test('a function without an example is reported at its line', async () => {
  const body =
    '<JsMember name="show" />\n\n<PhpFunction name="jumping">\n\n```php\njumping(@@APPLICATION, 1);\n```\n\n</PhpFunction>';
  expect(await check(examples, body)).toMatchObject([
    { severity: 'warning', line: FIRST_LINE, message: expect.stringContaining('<JsMember name="show">') },
  ]);
});
