import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';

import { getShape, type NodeKind, type Sign } from './model.ts';
import { type Box, drawTextLines, wrapWords } from './svg.ts';

/** The sign of a node at its place. Activities have their name in it. */
export function drawSign(node: Sign & { id?: string; name: string; box: Box }): Element {
  const parts = drawings[getShape(node.kind)](node, node.box);
  return createHtmlElement('g', { className: ['bpmn-node'], dataNode: node.id }, parts);
}

const drawings = { event: drawEvent, gateway: drawGateway, data: drawData, activity: drawActivity };

function drawActivity(node: Sign & { name: string }, { x, y, width, height }: Box): Element[] {
  const parts = [
    createHtmlElement('rect', { className: ['bpmn-shape'], x, y, width, height, rx: 9 }),
    drawTextLines(wrapWords(node.name, width - 16), {
      x: x + width / 2,
      y: y + height / 2,
      className: 'bpmn-name',
    }),
  ];
  const icon = taskIcons[node.kind];
  if (icon !== undefined) parts.push(drawPath(icon, x + 7, y + 7));
  const foot = y + height;
  if (node.kind === 'subProcess' || node.kind === 'callActivity') {
    parts.push(
      createHtmlElement('rect', {
        className: ['bpmn-line'],
        x: x + width / 2 - 7,
        y: foot - 14,
        width: 14,
        height: 14,
      }),
      drawPath('M-4 0H4M0-4V4', x + width / 2, foot - 7),
    );
  }
  if (node.multiple) parts.push(drawPath('M-5-5V5M0-5V5M5-5V5', x + width / 2, foot - 9));
  return parts;
}

/** Icons of tasks, in a square of 14 pixels. */
const taskIcons: Partial<Record<NodeKind, string>> = {
  userTask: 'M7 1a3 3 0 1 1-.1 0M1 14v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2z',
  manualTask: 'M1 6h7M1 9h9M1 12h7M8 6c4-4 5-2 2 1M1 6v6',
  scriptTask: 'M4 1h9c-3 4 2 8-1 12H3c3-4-2-8 1-12zM5 4h4M5 7h4M6 10h4',
  sendTask: 'M1 3h12v8H1zM1 3l6 5 6-5',
  receiveTask: 'M1 3h12v8H1zM1 3l6 5 6-5',
  serviceTask: 'M7 4a3 3 0 1 1-.1 0M7 1v2M7 11v2M1 7h2M11 7h2M3 3l1 1M10 10l1 1M11 3l-1 1M4 10l-1 1',
  businessRuleTask: 'M1 2h12v10H1zM1 5h12M5 5v7',
};

function drawEvent({ kind, trigger = '' }: Sign, { x, y, width, height }: Box): Element[] {
  const [cx, cy, r] = [x + width / 2, y + height / 2, width / 2];
  const end = kind === 'endEvent';
  const throws = end || kind === 'intermediateThrowEvent';
  const parts = [
    createHtmlElement('circle', { className: ['bpmn-shape', ...(end ? ['bpmn-thick'] : [])], cx, cy, r }),
    ...(kind === 'startEvent' || end
      ? []
      : [createHtmlElement('circle', { className: ['bpmn-line'], cx, cy, r: r - 3.5 })]),
  ];
  const icon = eventIcons[trigger];
  if (icon !== undefined) parts.push(drawPath(icon, cx, cy, throws));
  return parts;
}

/** Drawn around the middle. */
const eventIcons: Record<string, string> = {
  message: 'M-8-5.5H8V5.5H-8ZM-8-5.5 0 1 8-5.5',
  timer: 'M0-8a8 8 0 1 1-.1 0M0-5V0L3 2',
  signal: 'M0-7 7 5H-7Z',
  conditional: 'M-6-7H6V7H-6ZM-4-4H4M-4 0H4M-4 4H4',
  error: 'M-6 6-2-5 2 2 6-6 2 6-2-1Z',
  terminate: 'M0-8a8 8 0 1 1-.1 0',
};

function drawGateway({ kind }: Sign, { x, y, width, height }: Box): Element[] {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const diamond = `M${cx} ${y}L${x + width} ${cy} ${cx} ${y + height} ${x} ${cy}Z`;
  const mark =
    kind === 'exclusiveGateway'
      ? 'M-6-6 6 6M6-6-6 6'
      : kind === 'parallelGateway'
        ? 'M-9 0H9M0-9V9'
        : 'M0-8a8 8 0 1 1-.1 0';
  return [
    createHtmlElement('path', { className: ['bpmn-shape'], d: diamond }),
    createHtmlElement('path', { className: ['bpmn-mark'], d: mark, transform: `translate(${cx} ${cy})` }),
  ];
}

function drawData({ kind }: Sign, { x, y, width, height }: Box): Element[] {
  const d =
    kind === 'dataStoreReference'
      ? `M${x} ${y + 8}v${height - 16}a${width / 2} 8 0 0 0 ${width} 0v${16 - height}a${width / 2} 8 0 0 0 ${-width} 0a${width / 2} 8 0 0 0 ${width} 0`
      : `M${x} ${y}h${width - 12}l12 12v${height - 12}h${-width}zM${x + width - 12} ${y}v12h12`;
  return [createHtmlElement('path', { className: ['bpmn-shape'], d })];
}

function drawPath(d: string, x: number, y: number, isFilled = false): Element {
  const className = ['bpmn-line', ...(isFilled ? ['bpmn-filled'] : [])];
  return createHtmlElement('path', { className, d, transform: `translate(${x} ${y})` });
}
