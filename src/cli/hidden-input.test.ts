import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { askHidden } from './hidden-input.ts';

const questions = ['New password: ', 'Once more: '];

async function ask(...typedKeys: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers = askHidden(questions, { input, output });
  for (const keys of typedKeys) input.write(keys);
  const result = await answers;
  output.end();
  return { result, terminalOutput: await text(output) };
}

it('returns what was typed without showing it', async () => {
  const { result, terminalOutput } = await ask('se', 'cret ñ\r', 'again\r');
  expect(result).toEqual(['secret ñ', 'again']);
  expect(terminalOutput).toBe('New password: \nOnce more: \n');
});

it('takes both answers from one paste', async () => {
  expect((await ask('one\rtwo\rthree\r')).result).toEqual(['one', 'two']);
});

it('lets the user correct a typing error', async () => {
  expect((await ask('secrex\x7ft\r', 'secret\r')).result).toEqual(['secret', 'secret']);
});

it.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('gives nothing after %s', async (_, key) => {
  expect((await ask(key)).result).toBeUndefined();
  expect(await ask('half', '\r', key)).toEqual({
    result: undefined,
    terminalOutput: 'New password: \nOnce more: \n',
  });
});
