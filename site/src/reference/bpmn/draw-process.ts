import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';

import { drawSign } from './draw-sign.ts';
import type { BpmnModel, Flow, Point, Pool } from './model.ts';
import { type Box, drawTextLines, wrapWords } from './svg.ts';

/** Free space around the drawing, in pixels. */
const MARGIN = 12;
const LINE = 13;
/** Width of the band with the name of a pool or a lane. */
const BAND = 28;

/** A process as its diagram interchange has it, and the box around all of it. */
export function drawProcess({ pools, messages, associations }: BpmnModel): { box: Box; children: Element[] } {
  const nodes = pools.flatMap((pool) => pool.nodes);
  const flows = pools.flatMap((pool) => pool.flows);
  const notes = pools.flatMap((pool) => pool.notes);
  const names = [...nodes, ...flows, ...messages].flatMap(({ name, label }) =>
    label ? [{ name, label }] : [],
  );
  const boxes = [
    ...pools.flatMap(({ box }) => box ?? []),
    ...[...nodes, ...notes].map(({ box }) => box),
    ...names.map(({ label }) => label),
  ];
  const lines = [...[...flows, ...messages].map(({ points }) => points), ...associations];
  const children = [
    ...pools.flatMap(drawPool),
    ...flows.map((flow) => drawFlow(flow, 'sequence')),
    ...messages.map((flow) => drawFlow(flow, 'message')),
    ...nodes.map(drawSign),
    ...notes.flatMap(({ text, box }) => [
      createHtmlElement('path', {
        className: ['bpmn-line'],
        d: `M${box.x + 10} ${box.y}h-10v${box.height}h10`,
      }),
      drawName(text, box, box.width - 16),
    ]),
    ...associations.map((points) =>
      createHtmlElement('path', { className: ['bpmn-line', 'bpmn-dotted'], d: formatPath(points) }),
    ),
    // Names come last: a line never strikes them through.
    ...names.map(({ name, label }) => drawName(name, label, label.width)),
  ];
  return { box: computeBoxAround(boxes, lines.flat()), children };
}

function computeBoxAround(boxes: readonly Box[], points: readonly Point[]): Box {
  const xs = [...boxes.flatMap(({ x, width }) => [x, x + width]), ...points.map(([x]) => x)];
  const ys = [...boxes.flatMap(({ y, height }) => [y, y + height]), ...points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

/** Draws a name in the middle of its box. Lines that don't fit continue below the box. */
function drawName(name: string, { x, y, width, height }: Box, lineWidth: number): Element {
  const lines = wrapWords(name, lineWidth);
  return drawTextLines(lines, {
    x: x + width / 2,
    y: y + Math.max(height, lines.length * LINE + 1) / 2,
    lineHeight: LINE,
    className: 'bpmn-label',
  });
}

function drawPool({ name, box, blackBox, lanes }: Pool): Element[] {
  if (!box) return [];
  if (!blackBox) return [{ name, box }, ...lanes].flatMap(drawBand);
  const { x, y, width, height } = box;
  return [
    createHtmlElement('rect', { className: ['bpmn-pool'], ...box }),
    drawTextLines([name], { x: x + width / 2, y: y + height / 2, className: 'bpmn-name' }),
  ];
}

/** A pool or a lane, with its name along its left side. */
function drawBand({ name, box }: { name: string; box: Box }): Element[] {
  const { x, y, height } = box;
  return [
    createHtmlElement('rect', { className: ['bpmn-pool'], ...box }),
    createHtmlElement('path', { className: ['bpmn-pool'], d: `M${x + BAND} ${y}v${height}` }),
    createHtmlElement('g', { transform: `translate(${x + BAND / 2} ${y + height / 2}) rotate(-90)` }, [
      drawTextLines([name], { x: 0, y: 0, className: 'bpmn-name' }),
    ]),
  ];
}

function drawFlow({ id, points, isDefault }: Flow, kind: 'sequence' | 'message'): Element {
  const className = kind === 'message' ? ['bpmn-flow', 'bpmn-dashed'] : ['bpmn-flow'];
  const [first, second] = points;
  const [last, before] = points.toReversed();
  return createHtmlElement('g', { dataFlow: id }, [
    createHtmlElement('path', { className, d: formatPath(points) }),
    ...(last && before
      ? [drawAlong(last, before, kind === 'message' ? 'bpmn-open-arrow' : 'bpmn-arrow', 'M0 0 9-4.5V4.5Z')]
      : []),
    // The small stroke across the beginning of the default flow.
    ...(isDefault && first && second ? [drawAlong(first, second, 'bpmn-line', 'M7-5 13 5')] : []),
  ]);
}

/** A small shape at a point, turned towards another one. */
function drawAlong([x, y]: Point, [towardsX, towardsY]: Point, className: string, d: string): Element {
  const angle = (Math.atan2(towardsY - y, towardsX - x) * 180) / Math.PI;
  return createHtmlElement('path', {
    className: [className],
    d,
    transform: `translate(${x} ${y}) rotate(${angle})`,
  });
}

function formatPath(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}
