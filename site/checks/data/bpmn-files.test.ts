import { expect, test } from 'vitest';
import { dataText } from '../../testing/compile-with-data.ts';
import { checkBpmnFile } from './bpmn-files.ts';

test('a process of the story is right', async () => {
  expect(await checkBpmnFile('a.bpmn', dataText('docs/_data/processes/purchase-request.bpmn'))).toEqual([]);
});

test('a task that nothing leads to is named at its line', async () => {
  const file = dataText('docs/_data/processes/goods-receipt.bpmn').replace(
    '<bpmn:sequenceFlow id="goodsReceipt_f1"',
    '<bpmn:sequenceFlow id="goodsReceipt_f1x"',
  );
  expect((await checkBpmnFile('a.bpmn', file)).length).toBeGreaterThan(0);
});

test('an element without a place in the diagram, and a shape over another one, are named', async () => {
  const file = dataText('docs/_data/processes/goods-receipt.bpmn');
  const placeless = file.replace(/<bpmndi:BPMNEdge id="goodsReceipt_f1_di"[\s\S]*?<\/bpmndi:BPMNEdge>/, '');
  expect(await checkBpmnFile('a.bpmn', placeless)).toMatchObject([
    { line: 20, message: expect.stringContaining('missing bpmndi') },
  ]);
  const shifted = file.replace(/(bpmnElement="receive">\s*<dc:Bounds x=")\d+/, '$1122');
  expect((await checkBpmnFile('a.bpmn', shifted))[0]?.message).toContain('overlap');
});

test('a file that is no BPMN is named', async () => {
  expect(await checkBpmnFile('a.bpmn', '<html/>')).toMatchObject([{ file: 'a.bpmn', severity: 'error' }]);
});
