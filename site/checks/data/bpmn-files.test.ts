import { expect, test } from 'vitest';
import { check, manualData } from '../../testing/manual.ts';
import { bpmnFiles } from './bpmn-files.ts';

const process = (name: string) => manualData.file(`docs/_data/processes/${name}.bpmn`).text;
const find = (text: string) =>
  check(bpmnFiles, [], { listFiles: () => [{ name: 'a.bpmn', file: 'a.bpmn', text }] });

test('the processes of the manual are right', async () => {
  expect(await check(bpmnFiles, [])).toEqual([]);
});

test('a task that nothing leads to is named at its line', async () => {
  const text = process('goods-receipt').replace(
    '<bpmn:sequenceFlow id="goodsReceipt_f1"',
    '<bpmn:sequenceFlow id="goodsReceipt_f1x"',
  );
  expect((await find(text)).length).toBeGreaterThan(0);
});

test('an element without a place in the diagram, and a shape over another one, are named', async () => {
  const text = process('goods-receipt');
  const placeless = text.replace(/<bpmndi:BPMNEdge id="goodsReceipt_f1_di"[\s\S]*?<\/bpmndi:BPMNEdge>/, '');
  expect(await find(placeless)).toMatchObject([
    { line: 20, message: expect.stringContaining('missing bpmndi') },
  ]);
  const shifted = text.replace(/(bpmnElement="receive">\s*<dc:Bounds x=")\d+/, '$1122');
  expect((await find(shifted))[0]?.message).toContain('overlap');
});

test('a start that leads straight to a gateway is named: no case could begin there', async () => {
  const text = process('parallel-gateway');
  const straight = text
    .replace('sourceRef="start" targetRef="order"', 'sourceRef="start" targetRef="split"')
    .replace('sourceRef="order" targetRef="split"', 'sourceRef="split" targetRef="order"');
  expect((await find(straight)).map(({ message }) => message).join()).toContain('no flow from a start event');
});

test('names a file that isn’t BPMN', async () => {
  expect(await find('<html/>')).toMatchObject([{ file: 'a.bpmn' }]);
});
