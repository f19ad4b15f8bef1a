import type { Element } from 'hast';
import { svgElement, textLines, wrapWords } from '../drawing/svg.ts';
import { type Box, layOut, type PlacedPool } from './geometry.ts';
import type { BpmnModel } from './model.ts';
import { type Point, type RoutedFlow, routeFlows, routeMessages, segments } from './routes.ts';
import { nodeShape, type TouchedCorners } from './shapes.ts';

export interface DrawnProcess {
  width: number;
  height: number;
  children: Element[];
}

/** The diagram of a model: the site lays it out itself, so a file needs no coordinates. */
export function drawProcess(model: BpmnModel): DrawnProcess {
  const layout = layOut(model);
  const sequence = routeFlows(model, layout);
  const messages = routeMessages(model, layout);
  const children = [
    ...layout.pools.flatMap(poolShape),
    ...sequence.map((one) => flowShape(one, 'sequence', layout.nodes.get(one.flow.source)?.node.kind ?? '')),
    ...messages.map((one) => flowShape(one, 'message', '')),
    ...[...layout.nodes.values()].map((placed) =>
      nodeShape(placed.node, placed, touchedAt(placed, sequence)),
    ),
    ...layout.notes.flatMap(({ note, x, y, width, height }) => {
      const about = note.about === undefined ? undefined : layout.nodes.get(note.about);
      return [
        svgElement('path', { className: ['bpmn-line'], d: `M${x + 10} ${y}h-10v${height}h10` }),
        ...(about
          ? [
              svgElement('path', {
                className: ['bpmn-line', 'bpmn-dotted'],
                d: `M${x + width / 2} ${y + height}V${about.y}`,
              }),
            ]
          : []),
        textLines(wrapWords(note.text, width - 16), {
          x: x + width / 2,
          y: y + height / 2,
          lineHeight: 13,
          className: 'bpmn-label',
        }),
      ];
    }),
    // Names of flows come last: a line never strikes them through.
    ...[...sequence, ...messages].flatMap(flowName),
  ];
  return { width: layout.width, height: layout.height, children };
}

function touchedAt({ x, y, width, height }: Box, flows: readonly RoutedFlow[]): TouchedCorners {
  const touches = (corner: number) =>
    flows.some(({ points }) => points.some(([px, py]) => px === x + width / 2 && py === corner));
  return { top: touches(y), bottom: touches(y + height) };
}

function poolShape({ pool, lanes, x, y, width, height }: PlacedPool): Element[] {
  if (pool.name === '' && lanes.length === 0) return [];
  if (pool.blackBox) {
    return [
      svgElement('rect', { className: ['bpmn-pool'], x, y, width, height }),
      textLines([pool.name], { x: x + width / 2, y: y + height / 2, className: 'bpmn-name' }),
    ];
  }
  const label = (name: string, box: { x: number; y: number; height: number }) =>
    svgElement('g', { transform: `translate(${box.x + 14} ${box.y + box.height / 2}) rotate(-90)` }, [
      textLines([name], { x: 0, y: 0, className: 'bpmn-name' }),
    ]);
  return [
    svgElement('rect', { className: ['bpmn-pool'], x, y, width, height }),
    svgElement('path', { className: ['bpmn-pool'], d: `M${x + 28} ${y}v${height}` }),
    label(pool.name, { x, y, height }),
    ...lanes.flatMap((lane) => [
      svgElement('rect', {
        className: ['bpmn-pool'],
        x: lane.x,
        y: lane.y,
        width: lane.width,
        height: lane.height,
      }),
      svgElement('path', { className: ['bpmn-pool'], d: `M${lane.x + 28} ${lane.y}v${lane.height}` }),
      label(lane.name, lane),
    ]),
  ];
}

function flowShape({ flow, points }: RoutedFlow, kind: 'sequence' | 'message', sourceKind: string): Element {
  const d = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const parts = [
    svgElement('path', { className: ['bpmn-flow', ...(kind === 'message' ? ['bpmn-dashed'] : [])], d }),
    arrow(points, kind === 'sequence'),
  ];
  const [first, second] = points;
  if (flow.isDefault && first && second && sourceKind.endsWith('Gateway'))
    parts.push(defaultMark(first, second));
  return svgElement('g', {}, parts);
}

function arrow(points: readonly Point[], filled: boolean): Element {
  const [before, tip] = points.slice(-2);
  if (!before || !tip) return svgElement('g', {});
  const angle = (Math.atan2(tip[1] - before[1], tip[0] - before[0]) * 180) / Math.PI;
  return svgElement('path', {
    className: [filled ? 'bpmn-arrow' : 'bpmn-open-arrow'],
    d: 'M0 0-9-4.5V4.5Z',
    transform: `translate(${tip[0]} ${tip[1]}) rotate(${angle})`,
  });
}

/** The small stroke across the beginning of the default flow. */
function defaultMark([ax, ay]: Point, [bx, by]: Point): Element {
  const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return svgElement('path', {
    className: ['bpmn-line'],
    d: 'M7-5 13 5',
    transform: `translate(${ax} ${ay}) rotate(${angle})`,
  });
}

/** In the middle of the longest level part, or beside the first upright one. */
function flowName({ flow, points }: RoutedFlow): Element[] {
  if (flow.name === '') return [];
  const parts = segments(points);
  const level = parts.filter(([a, b]) => a[1] === b[1]).sort((a, b) => length(b) - length(a))[0];
  const [from, to] = level && length(level) > 40 ? level : (parts[0] ?? [points[0], points[0]]);
  if (!from || !to) return [];
  const lines = wrapWords(flow.name, from[1] === to[1] ? Math.max(64, length([from, to]) - 16) : 90);
  const isLevel = from[1] === to[1];
  const x = (from[0] + to[0]) / 2 + (isLevel ? 0 : 6);
  const y = isLevel ? from[1] - 10 - ((lines.length - 1) * 13) / 2 : (from[1] + to[1]) / 2;
  return [textLines(lines, { x, y, lineHeight: 13, className: isLevel ? 'bpmn-label' : 'bpmn-side-label' })];
}

function length([a, b]: readonly [Point, Point]): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}
