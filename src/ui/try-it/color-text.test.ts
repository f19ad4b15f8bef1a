import { expect, test } from 'vitest';
import { colorText } from './color-text.ts';

const format = (sample: string) =>
  colorText(sample)
    .map(({ text, className }) => (className === undefined ? text : `[${className.slice(3)} ${text}]`))
    .join('');

test.each([
  [
    '{\n  "a": 1,\n  "b": "x: \\"y\\""\n}',
    '{\n  [parameter "a"]: [constant 1],\n  [parameter "b"]: [string "x: \\"y\\""]\n}',
  ],
  [
    'curl \'https://x.example/1\' -H "A: $TOKEN"',
    `[function curl] [string 'https://x.example/1'] -H [string "A: $TOKEN"]`,
  ],
  [
    'const a = await f(true); // done',
    '[keyword const] a = [keyword await] f([constant true]); [comment // done]',
  ],
  ["$answer = ['a' => null];", "[parameter $answer] = [[string 'a'] => [constant null]];"],
  ['', ''],
  ['plain words', 'plain words'],
  ['curl https://x.example/api/1.0/cases', '[function curl] https://x.example/api/1.0/cases'],
])('colors %j', (sample, colored) => {
  expect(format(sample)).toBe(colored);
  expect(
    colorText(sample)
      .map(({ text }) => text)
      .join(''),
  ).toBe(sample);
});
