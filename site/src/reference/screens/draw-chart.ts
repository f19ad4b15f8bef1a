import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';
import { drawTextLines } from '../bpmn/svg.ts';
import { type Children, createBox, createWords } from '../elements.ts';
import type { BlockOf, State } from './screen-definition.ts';

/** The product's colours, or the nearest that the themes have. */
export const colours: Readonly<Record<State, string>> = {
  'on-time': 'var(--tip)',
  'at-risk': 'var(--warning)',
  overdue: 'var(--danger)',
  draft: 'var(--warning)',
  paused: 'var(--tk-function)',
  unassigned: 'var(--soft)',
};

/** Draws a coloured dot in front of words, on the same line. */
export function drawDot(fill: string): Element {
  const circle = createHtmlElement('circle', { cx: 2.5, cy: 5, r: 5, fill });
  return createHtmlElement('svg', { viewBox: '-2.5 0 15 10', width: 15, height: 10 }, [circle]);
}

const RADIUS = 64;

/** Slices from the top on, clockwise, and beside them what each of them is. */
export function drawPie({ slices }: BlockOf<'pie'>): Children {
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  const edge = (share: number) => {
    const angle = 2 * Math.PI * share - Math.PI / 2;
    return `${(Math.cos(angle) * RADIUS).toFixed(1)} ${(Math.sin(angle) * RADIUS).toFixed(1)}`;
  };
  let before = 0;
  const paths = slices.map(({ value, state }) => {
    const [from, to] = [before / whole, (before + value) / whole];
    before += value;
    const isLarge = to - from > 0.5 ? 1 : 0;
    return createHtmlElement('path', {
      fill: colours[state],
      stroke: 'var(--page)',
      strokeWidth: 2,
      d: `M0 0L${edge(from)}A${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${edge(to)}Z`,
    });
  });
  const size = 2 * RADIUS + 4;
  const view = `${-size / 2} ${-size / 2} ${size} ${size}`;
  return [
    createHtmlElement('svg', { viewBox: view, width: size, height: size }, paths),
    createBox(
      'screen-area',
      slices.map(({ label, value, state }) =>
        createBox('screen-line', [drawDot(colours[state]), createWords('', `${label}: ${value}`)]),
      ),
    ),
  ];
}

const WIDTH = 420;
const HEIGHT = 150;

/** Draws one bar for each amount, from left to right, with its value above and its name below. */
export function drawBars({ bars }: BlockOf<'bars'>): Children {
  const highest = Math.max(...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  const foot = HEIGHT - 22;
  const shapes = bars.flatMap(({ label, value }, index) => {
    const height = (value / highest) * (foot - 20);
    const middle = (index + 0.5) * step;
    const width = Math.min(56, step * 0.6);
    return [
      createHtmlElement('rect', {
        fill: 'var(--accent)',
        x: middle - width / 2,
        y: foot - height,
        width,
        height,
      }),
      drawTextLines([String(value)], { x: middle, y: foot - height - 9, className: 'bpmn-name' }),
      drawTextLines([label], { x: middle, y: foot + 12, className: 'bpmn-name' }),
    ];
  });
  return [drawChart([...shapes, drawLine(`M0 ${foot}H${WIDTH}`)])];
}

const LANE = 36;
const LEFT = 66;
const lanes = [
  ['on-time', 'On time'],
  ['at-risk', 'At risk'],
  ['overdue', 'Overdue'],
] as const;

/** A point for each task: its lane is its risk, its place the days to the due date. */
export function drawRisk({ days: [first, last], points }: BlockOf<'risk'>): Children {
  const computeX = (day: number) => LEFT + 14 + ((day - first) / (last - first)) * (WIDTH - LEFT - 28);
  const findMiddle = (state: string) => LANE * (lanes.findIndex(([name]) => name === state) + 0.5);
  const names = lanes.map(([state, name]) =>
    drawTextLines([name], { x: LEFT / 2 - 4, y: findMiddle(state), className: 'bpmn-name' }),
  );
  const foot = LANE * lanes.length;
  const pointMarks = points.flatMap(({ day, state, label, part }) => {
    const [x, y] = [computeX(day), findMiddle(state)];
    return [
      createHtmlElement('path', { fill: colours[state], d: shapes[state]?.(x, y) ?? '' }),
      ...(label === undefined ? [] : [drawTextLines([label], { x: x + 30, y, className: 'bpmn-name' })]),
      ...(part === undefined ? [] : [drawPointMark(part, x - 19, y)]),
    ];
  });
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => first + index).map((day) =>
    drawTextLines([String(day)], { x: computeX(day), y: foot + 12, className: 'bpmn-name' }),
  );
  const separators = lanes.map((_, index) => drawLine(`M${LEFT} ${LANE * (index + 1)}H${WIDTH}`));
  return [drawChart([...separators, ...names, ...pointMarks, ...ticks])];
}

/** Each state has a shape of its own besides its colour. */
const shapes: Readonly<Record<string, (x: number, y: number) => string>> = {
  'on-time': (x, y) => `M${x - 6} ${y}a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z`,
  'at-risk': (x, y) => `M${x} ${y - 7}L${x + 7} ${y + 6}H${x - 7}Z`,
  overdue: (x, y) => `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`,
};

/** The number of a part within a drawing. */
export function drawPointMark(part: number, x: number, y: number): Element {
  return createHtmlElement('g', {}, [
    createHtmlElement('circle', { cx: x, cy: y, r: 9, fill: 'var(--second)' }),
    drawTextLines([String(part)], { x, y, className: 'screen-digit' }),
  ]);
}

function drawChart(children: Element[]): Element {
  return createHtmlElement(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT },
    children,
  );
}

function drawLine(d: string): Element {
  return createHtmlElement('path', { className: ['bpmn-pool'], d });
}
