import { expect, test } from 'vitest';
import {
  countCodeBlocks,
  findMembersWithSample,
  listMembers,
  listSamples,
  runSample,
} from '../testing/code-samples.ts';
import { pagesOfControls } from './javascript-samples/pages-of-controls.ts';
import { pagesOfFields } from './javascript-samples/pages-of-fields.ts';
import { pagesOfForms } from './javascript-samples/pages-of-forms.ts';
import type { PromisedByPage } from './javascript-samples/promised.ts';

/** Promises of the text around each sample. */
const promises: PromisedByPage = { ...pagesOfControls, ...pagesOfForms, ...pagesOfFields };

const samples = listSamples();
const pages = [...new Set(samples.map(({ page }) => page))];
const request = { form: 'sample-request', state: 'filled', codes: [] };

test('every sample of a form\u2019s JavaScript can be run, and has a check', () => {
  const checkedPromises = Object.values(promises).reduce((sum, list) => sum + list.length, 0);
  expect({ run: samples.length, checked: checkedPromises }).toEqual({
    run: countCodeBlocks(),
    checked: countCodeBlocks(),
  });
});

test.each(pages)('the samples of %s do what their text promises', async (page) => {
  const samplesOnPage = samples.filter((sample) => sample.page === page);
  const checks = promises[page] ?? [];
  expect(checks).toHaveLength(samplesOnPage.length);
  for (const [index, { check, ...options }] of checks.entries()) {
    const run = runSample(samplesOnPage[index] ?? request, options);
    await run.settle();
    await check(run);
    expect(
      run.lines.filter((line) => line.startsWith('error')),
      `${page} ${index}`,
    ).toEqual([]);
  }
});

/** Promises of the pages about members, besides their samples. */
const further: Readonly<Record<string, { code: string; says: unknown[] }>> = {
  'setRequired-required': {
    code: '$("#justification").setRequired(); $("#justification").required(); console.log(getFieldById("justification").getInfo().required)',
    says: ['log false'],
  },
  getLabelControl: {
    code: 'console.log($("#neededBy").getLabelControl() === getFieldById("neededBy"))',
    says: ['log true'],
  },
  onBeforeAdd: {
    code: '$("#items").onBeforeAdd(function () { console.log("never") }); $("#items").addRow(); console.log($("#items").getNumberRows())',
    says: ['log 3'],
  },
  getEnvironment: { code: 'console.log(PMDynaform.getEnvironment())', says: ['log Browser/1.0'] },
  getValue: {
    code: 'console.log($("#notifyBy").getValue(), $("#urgent").getValue(), $("#neededBy").getValue(), $("#items").getValue(2, 4), $("#items").getValue().length)',
    says: ['log ["mail"] 0 2026-03-27 00:00:00 4 2'],
  },
  getText: {
    code: 'console.log($("#notifyBy").getText(), $("#items").getText(1, "product"))',
    says: ['log ["Email"] Digital caliper 150 mm'],
  },
  setValue: {
    code: '$("#state").setValue("MX-JAL"); console.log($("#state").getValue(), $("#city").setValue("").getValue())',
    says: ['log US-OR '],
  },
  getSummary: {
    code: 'console.log($("#items").getSummary(5), $("#items").getSummary("quantity"))',
    says: ['log 1642 0'],
  },
  'clear-grid': { code: 'console.log($("#attachments").clear().getValue())', says: ['log []'] },
  'getSrc-setSrc': {
    code: 'console.log($("#productImage").getSrc, getFieldById("productImage").setSrc("x.png").getSrc())',
    says: ['log undefined x.png'],
  },
  setOnchange: {
    code: 'var seen = 0; $("#country").setOnchange(function () { seen += 1 }); $("#country").setOnchange(function () { seen += 10 }); $("#country").setValue("MX"); console.log(seen)',
    says: ['log 10'],
  },
  on: {
    code: 'var seen = 0; $("#takeSum").on("click", function () { seen += 1 }).on("click", function () { seen += 10 }).click(); console.log(seen)',
    says: ['log 11'],
  },
  hide: {
    code: '$("#requestTitle").setValue("").hide(); $("#" + dyn_uid).submitForm(); console.log(getFieldById("requestTitle").isHidden())',
    says: ['log true'],
  },
  closeForm: {
    code: 'console.log($("#" + dyn_uid).closeForm().getForm().id === dyn_uid)',
    says: ['log true'],
  },
};

test.each(Object.entries(further))('samples do what else the page of %s says', (_, { code, says }) => {
  expect(runSample({ ...request, codes: [code] }).lines).toEqual(says);
});

test('members tested / 79', () => {
  const tested = new Set([...findMembersWithSample(), ...Object.keys(further)]);
  const members = listMembers();
  expect(members).toHaveLength(79);
  expect(members.filter((id) => !tested.has(id))).toEqual([]);
});

test('a grid shows a page of its rows at a time; `pager` comes when the reader opens another', () => {
  const code = `getFieldById("items").on("pager", function () { console.log("another page") });
    for (var at = 0; at < 4; at++) $("#items").addRow();`;
  const run = runSample({ ...request, codes: [code] });
  const readGrid = () => run.field('items').grid;
  expect(readGrid()).toMatchObject({ page: 2, pages: 2, firstRow: 6 });
  expect(readGrid()?.rows).toHaveLength(1);
  run.do({ kind: 'page', id: 'items', page: 1 });
  expect(readGrid()).toMatchObject({ page: 1, firstRow: 1 });
  expect(readGrid()?.rows).toHaveLength(5);
  run.run('console.log($("#items").getNumberRows())');
  expect(run.lines).toEqual(['log another page', 'log 6']);
  // Errors scroll into view; the last row of a page moves the page.
  run.change('[items][1][quantity]', 'many');
  run.do({ kind: 'page', id: 'items', page: 2 });
  run.click('continue');
  expect(readGrid()?.page).toBe(1);
  run.do({ kind: 'page', id: 'items', page: 2 });
  run.do({ kind: 'delete-row', id: 'items', row: 6 });
  expect(readGrid()).toMatchObject({ page: 1, pages: 1 });
});

test('the sandbox names what it lacks', () => {
  const run = runSample({
    ...request,
    codes: ['$("#items").fadeIn()', 'PMDynaform.getTheme()', '$.post("x")', '$("#items").fadeIn()'],
  });
  const describeMissing = (name: string) =>
    `warn The sandbox has no ${name}: it has what the manual documents.`;
  expect(run.lines.filter((line) => line.startsWith('warn'))).toEqual(
    ['$("#id").fadeIn', 'PMDynaform.getTheme', '$.post'].map(describeMissing),
  );
  expect(run.lines.filter((line) => line.startsWith('error'))).toHaveLength(4);
});

test('a hidden required field still prevents sending, and a field that code disables is still sent', () => {
  const hiddenRun = runSample({ ...request, codes: ['$("#requestTitle").setValue("").hide()'] });
  hiddenRun.click('continue');
  expect(hiddenRun.view().outcome).toBe('open');
  const disabledRun = runSample({
    ...request,
    codes: ['$("#requestTitle").getControl().attr("disabled", true)'],
  });
  disabledRun.click('continue');
  expect(disabledRun.view()).toMatchObject({
    outcome: 'sent',
    variables: { requestTitle: 'Calipers and micrometers for line 2' },
  });
});

test('reports an error of a handler, which ends only this handler', () => {
  const run = runSample({
    ...request,
    codes: ['$("#country").setOnchange(function () { missing() })', 'console.log("and on")'],
  });
  run.change('country', 'MX');
  expect(run.lines).toEqual(['log and on', 'error ReferenceError: missing is not defined']);
  expect(run.value('state')).toBe('');
});

test('code that never stops talking is cut off', () => {
  const run = runSample({ ...request, codes: ['for (var at = 0; at < 1000; at++) console.log(at)'] });
  expect(run.lines.at(-1)).toBe('warn No more lines are shown.');
  expect(run.lines).toHaveLength(201);
});
