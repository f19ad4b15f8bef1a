import type { Element } from 'hast';
import { drawProcess } from '../bpmn/draw-process.ts';
import type { BpmnModel } from '../bpmn/model.ts';
import { type Box, svgElement } from '../bpmn/svg.ts';
import { pointMark } from './draw-chart.ts';
import type { BlockOf } from './screen-definition.ts';

/** The part of a diagram that the canvas of the Designer shows; a string says what is wrong. */
export function drawCanvas(model: BpmnModel, block: BlockOf<'process'>): Element | string {
  const { view, selected, iconsPart, file } = block;
  const [, , width, height] = view;
  const { children } = drawProcess(model);
  const node = model.pools.flatMap(({ nodes }) => nodes).find(({ id }) => id === selected);
  if (selected !== undefined && !node) return `The process ${file} has no element "${selected}".`;
  return svgElement('svg', { viewBox: view.join(' '), width, height }, [
    ...children,
    ...(node ? drawSelection(node.box, iconsPart) : []),
  ]);
}

const ICON = 20;

/** What can be added after the element: a task, a gateway, two events, an annotation. */
const icons = [
  'M4 6h12v8H4Z',
  'M10 3l7 7l-7 7l-7 -7Z',
  'M4 10a6 6 0 1 1 12 0a6 6 0 1 1 -12 0ZM6.500 10a3.500 3.500 0 1 1 7 0a3.500 3.500 0 1 1 -7 0Z',
  'M4 10a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z',
  'M11 4H6v12h5',
];

function drawSelection({ x, y, width, height }: Box, part: number | undefined): Element[] {
  const left = x + width / 2 - (icons.length * ICON) / 2;
  const top = y + height + 10;
  return [
    svgElement('rect', {
      className: ['bpmn-line', 'bpmn-dotted'],
      x: x - 5,
      y: y - 5,
      width: width + 10,
      height: height + 10,
    }),
    svgElement('rect', {
      className: ['bpmn-open-arrow'],
      x: left - 2,
      y: top - 2,
      width: icons.length * ICON + 4,
      height: ICON + 4,
      rx: 4,
    }),
    ...icons.map((d, at) =>
      svgElement('path', {
        className: at === 3 ? ['bpmn-line', 'bpmn-mark'] : ['bpmn-line'],
        d,
        transform: `translate(${left + at * ICON} ${top})`,
      }),
    ),
    ...(part === undefined ? [] : [pointMark(part, left - 4, top + ICON / 2)]),
  ];
}
