import { expect, test } from 'vitest';
import { check, manualData } from '../../testing/manual.ts';
import { WHOLE_PROCESS_FILE, wholeProcess } from './whole-process.ts';

const without = (...names: string[]) => ({
  file: (name: string) => {
    const it = manualData.file(name);
    return name === WHOLE_PROCESS_FILE
      ? { ...it, text: names.reduce((text, one) => text.replaceAll(one, ''), it.text) }
      : it;
  },
});

test('the article lists the whole process of the story', async () => {
  expect(await check(wholeProcess, [])).toEqual([]);
});

test('a trigger, a variable and a table that it does not list are named', async () => {
  const found = await check(wholeProcess, [], without('*Reduce budget*', '`costCenter`', '`PMT_ORDER`'));
  expect(found.map(({ message }) => message)).toMatchObject([
    expect.stringContaining('trigger *Reduce budget*'),
    expect.stringContaining('variable `costCenter`'),
    expect.stringContaining('control `costCenter`'),
    expect.stringContaining('control of a drawn form `costCenter`'),
    expect.stringContaining('table `PMT_ORDER`'),
  ]);
});

test('a field of a drawn form, and one that only a sample names, are named', async () => {
  const sample = '```js\n$("#sparePart").show();\ngetFieldById("packageCode").hide();\n```';
  const found = await check(wholeProcess, sample, without('`warehouse`', '`quoteDate`'));
  expect(found.map(({ message }) => message)).toMatchObject([
    expect.stringContaining('control of a drawn form `quoteDate`'),
    expect.stringContaining('control of a sample `sparePart`'),
  ]);
});
