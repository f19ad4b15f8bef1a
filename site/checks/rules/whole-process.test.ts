import { expect, test } from 'vitest';
import { check, createArticle, manualData } from '../../testing/manual.ts';
import { WHOLE_PROCESS_FILE, wholeProcess } from './whole-process.ts';

const createManualWithout = (...names: string[]) => ({
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
  const problems = await check(
    wholeProcess,
    [],
    createManualWithout('*Reduce budget*', '`costCenter`', '`PMT_ORDER`'),
  );
  expect(problems.map(({ message }) => message)).toMatchObject([
    expect.stringContaining('trigger *Reduce budget*'),
    expect.stringContaining('variable `costCenter`'),
    expect.stringContaining('control `costCenter`'),
    expect.stringContaining('control of a drawn form `costCenter`'),
    expect.stringContaining('table `PMT_ORDER`'),
  ]);
});

test('a field of a drawn form, and one that only a sample names, are named', async () => {
  const sample = '```js\n$("#sparePart").show();\ngetFieldById("packageCode").hide();\n```';
  const problems = await check(wholeProcess, sample, createManualWithout('`warehouse`', '`quoteDate`'));
  expect(problems.map(({ message }) => message)).toMatchObject([
    expect.stringContaining('control of a drawn form `quoteDate`'),
    expect.stringContaining('control of a sample `sparePart`'),
  ]);
});

test('a feature that the whole process uses leads to it', async () => {
  const folder = 'docs/LuranaBPA/BasicFeatures';
  const gateways = createArticle('No link.', `${folder}/6DefinitionOfProcess/Gateways.md`);
  const radio = createArticle(
    '[Purchase request in full](../../2HowToCreateYourFirstProcess/PurchaseRequestInFull.md#form-approval)',
    `${folder}/7Dynaforms/DynaformControls/Radio.md`,
  );
  const wholeArticle = createArticle(
    '[Gateways](../6DefinitionOfProcess/Gateways.md), [Radio](../7Dynaforms/DynaformControls/Radio.md)',
    WHOLE_PROCESS_FILE,
  );
  const problems = await check(wholeProcess, [wholeArticle, gateways, radio]);
  expect(problems).toMatchObject([
    { file: expect.stringContaining('Gateways.md'), message: expect.stringContaining('lead from here') },
  ]);
});
