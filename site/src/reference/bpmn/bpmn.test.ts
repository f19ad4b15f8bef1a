import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../../testing/compile-with-data.ts';
import { manualData } from '../../../testing/manual.ts';
import { describeProcess } from './describe.ts';
import type { BpmnModel, BpmnNode, Point } from './model.ts';
import { readBpmn } from './read-bpmn.ts';
import type { Box } from './svg.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/_data/processes');
const files = readdirSync(folder).filter((name) => name.endsWith('.bpmn'));
const readBpmnFile = (name: string) => manualData.file(`docs/_data/processes/${name}`).text;

async function readModel(name: string): Promise<BpmnModel> {
  const model = await readBpmn(readBpmnFile(name));
  if (typeof model === 'string') throw new Error(`${name}: ${model}`);
  return model;
}

test.each(files)('in %s, every flow leads from shape to shape and through no other one', async (name) => {
  const { pools } = await readModel(name);
  const nodes = new Map(pools.flatMap((pool) => pool.nodes).map((node) => [node.id, node]));
  for (const { source, target, points } of pools.flatMap(({ flows }) => flows)) {
    const [from, to] = [nodes.get(source), nodes.get(target)];
    const otherNodes = [...nodes.values()].filter((node) => node !== from && node !== to);
    expect(from && isAtBorder(points[0], from.box), `${source} to ${target} begins`).toBe(true);
    expect(to && isAtBorder(points.at(-1), to.box), `${source} to ${target} ends`).toBe(true);
    expect(otherNodes.filter((node) => crosses(points, node)).map(({ id }) => id)).toEqual([]);
  }
});

function isAtBorder([px, py]: Point = [0, 0], { x, y, width, height }: Box): boolean {
  const isMiddle = px === x + width / 2 || py === y + height / 2;
  return isMiddle && [x, x + width, px].includes(px) && [y, y + height, py].includes(py);
}

function crosses(points: readonly Point[], { box: { x, y, width, height } }: BpmnNode): boolean {
  return points.slice(1).some(([bx, by], index) => {
    const [ax, ay] = points[index] ?? [bx, by];
    return (
      Math.max(ax, bx) > x &&
      Math.min(ax, bx) < x + width &&
      Math.max(ay, by) > y &&
      Math.min(ay, by) < y + height
    );
  });
}

test('describes a diagram in words', async () => {
  const words = describeProcess(await readModel('purchase-request.bpmn')).join(' ');
  expect(words).toContain('Start event Purchase needed leads to task Request purchase.');
  expect(words).toContain('task Approve budget (more than 5,000 USD) or task Place order (default)');
});

test('a drawing has a title and a text, and no inline style', async () => {
  const { html, problems } = await compile(
    '<Process file="purchase-request" caption="The whole process" />\n\n<Process file="purchase-request" caption="Again" />',
  );
  expect(problems).toEqual([]);
  expect(html).toMatch(/<title id="process-purchase-request-title">The whole process<\/title>/);
  expect(html).toContain('aria-labelledby="process-purchase-request-2-title"');
  expect(html).not.toContain('style=');
});

test('a shape is drawn where the file has it, and its name where the editor put it', async () => {
  const { html } = await compile('<Process file="annotations" caption="A note" />');
  expect(html).toContain('<rect class="bpmn-shape" x="122" y="106" width="112" height="64"');
  expect(html).toContain('<tspan x="296" y="167">Requested</tspan>');
});

test.each([
  [
    '<Process file="purchase-requests" caption="x" />',
    'There is no file docs/_data/processes/purchase-requests.bpmn',
  ],
  ['<Process file="../x" caption="x" />', "isn't a valid file name"],
  ['<Process file="purchase-request" />', 'The attribute `caption` is missing'],
  ['<BpmnSymbol name="exclusiv-gateway" />', 'Did you mean "exclusive-gateway"?'],
])('%s is a problem', async (source, message) => {
  const { problems } = await compile(source);
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(message) }]);
});

test.each([
  ['is not whole', '<definitions><process></definitions>', /not plain BPMN 2\.0/],
  ['is no BPMN', '<html></html>', /not plain BPMN 2\.0/],
  ['is no XML', '{}', /not plain BPMN 2\.0/],
  [
    'has no diagram',
    readBpmnFile('loop.bpmn').replace(/<bpmndi:BPMNDiagram[\s\S]*BPMNDiagram>/, ''),
    /no diagram interchange/,
  ],
  [
    'lacks a shape',
    readBpmnFile('loop.bpmn').replace(/<bpmndi:BPMNShape id="start_di"[\s\S]*?BPMNShape>/, ''),
    /no place for start:/,
  ],
  [
    'lacks an edge',
    readBpmnFile('loop.bpmn').replace(/<di:waypoint[\s\S]*?(?=<\/bpmndi:BPMNEdge>)/, ''),
    /no place for loop_f1:/,
  ],
  [
    'has what is not drawn',
    readBpmnFile('loop.bpmn').replaceAll('bpmn:exclusiveGateway', 'bpmn:complexGateway'),
    /does not draw <bpmn:ComplexGateway> decision/,
  ],
])('reports what is wrong in a file that %s', async (_what, text, message) => {
  expect(await readBpmn(text)).toMatch(message);
});

test('a name that no editor has put anywhere is below its shape, that of a flow above it', async () => {
  const plain = readBpmnFile('exclusive-gateway.bpmn').replace(
    /<bpmndi:BPMNLabel>[\s\S]*?<\/bpmndi:BPMNLabel>/g,
    '',
  );
  const model = await readBpmn(plain);
  const pool = typeof model === 'string' ? undefined : model.pools[0];
  expect(pool?.nodes.find(({ id }) => id === 'placed')?.label).toMatchObject({ x: 533, y: 88, width: 90 });
  expect(pool?.flows.find(({ name }) => name === 'rejected')?.label).toMatchObject({ x: 336, y: 155 });
});

test('lines between data and tasks are drawn as those of notes are', async () => {
  const association = `<bpmndi:BPMNEdge id="data_di" bpmnElement="data">
        <di:waypoint x="178" y="170" /><di:waypoint x="178" y="220" />
      </bpmndi:BPMNEdge>`;
  const text = readBpmnFile('annotations.bpmn')
    .replace('</bpmn:task>', '<bpmn:dataOutputAssociation id="data" /></bpmn:task>')
    .replace('</bpmndi:BPMNPlane>', `${association}</bpmndi:BPMNPlane>`);
  expect(await readBpmn(text)).toMatchObject({
    associations: [
      [
        [178, 106],
        [178, 68],
      ],
      [
        [178, 170],
        [178, 220],
      ],
    ],
  });
});
