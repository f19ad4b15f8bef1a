import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../../testing/compile-with-data.ts';
import { describeProcess } from './describe.ts';
import { layOut } from './geometry.ts';
import { parseBpmn } from './model.ts';
import { routeFlows } from './routes.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/_data/processes');
const files = readdirSync(folder).filter((name) => name.endsWith('.bpmn'));

function model(name: string) {
  const parsed = parseBpmn(readFileSync(path.join(folder, name), 'utf8'));
  if (typeof parsed === 'string') throw new Error(`${name}: ${parsed}`);
  return parsed;
}

test.each(files)('%s is laid out without two nodes at one place, and every flow is drawn', (name) => {
  const parsed = model(name);
  const layout = layOut(parsed);
  const boxes = [...layout.nodes.values()];
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(apart, `${a.node.id} and ${b.node.id}`).toBe(true);
    }
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(a.x + a.width).toBeLessThanOrEqual(layout.width);
    expect(a.y + a.height).toBeLessThanOrEqual(layout.height);
  }
  const flows = parsed.pools.flatMap((pool) => pool.flows);
  expect(routeFlows(parsed, layout)).toHaveLength(flows.length);
});

test('no flow of the purchase request runs through a node', () => {
  const parsed = model('purchase-request.bpmn');
  const layout = layOut(parsed);
  for (const { flow, points } of routeFlows(parsed, layout)) {
    for (const { node, x, y, width, height } of layout.nodes.values()) {
      if (node.id === flow.source || node.id === flow.target) continue;
      const inside = points.slice(1).some(([bx, by], index) => {
        const [ax, ay] = points[index] ?? [bx, by];
        return (
          Math.max(ax, bx) > x &&
          Math.min(ax, bx) < x + width &&
          Math.max(ay, by) > y &&
          Math.min(ay, by) < y + height
        );
      });
      expect(inside, `${flow.id} through ${node.id}`).toBe(false);
    }
  }
});

test('a diagram says in words what it shows', () => {
  const words = describeProcess(model('purchase-request.bpmn'));
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

test.each([
  [
    '<Process file="purchase-requests" caption="x" />',
    'There is no file docs/_data/processes/purchase-requests.bpmn',
  ],
  ['<Process file="../x" caption="x" />', 'no name of a file'],
  ['<Process file="purchase-request" />', 'The attribute `caption` is missing'],
  ['<BpmnSymbol name="exclusiv-gateway" />', 'Did you mean "exclusive-gateway"?'],
])('%s is a problem', async (source, message) => {
  const { problems } = await compile(source);
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(message) }]);
});

test('a broken file is named with what is wrong in it', () => {
  expect(parseBpmn('<definitions><process></definitions>')).toMatch(/closed at line 1/);
  expect(parseBpmn('<html></html>')).toMatch(/not <definitions>/);
  expect(parseBpmn('{}')).toMatch(/no element/);
});
