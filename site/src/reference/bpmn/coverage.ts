import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';
import { defineComponent, readTextAttribute } from '../component.ts';

import { drawSign } from './draw-sign.ts';
import { getShape, type Sign } from './model.ts';
import { signs, sizes } from './signs.ts';
import { drawFigure, drawTextLines, wrapWords } from './svg.ts';

/** The most columns that can still be read on a phone. */
const COLUMNS = 4;
const CELL_WIDTH = 124;
const CELL_HEIGHT = 120;
/** Distances from the top of a cell to the middle of its sign and to the first line of its name, in pixels. */
const SIGN_MIDDLE = 34;
const NAME_TOP = 78;
const TITLE_HEIGHT = 34;

interface Group {
  title: string;
  names: readonly (keyof typeof signs)[];
}

const groups: readonly Group[] = [
  {
    title: 'The engine runs',
    names: [
      'task',
      'script-task',
      'multiple-instance-task',
      'sub-process',
      'exclusive-gateway',
      'inclusive-gateway',
      'parallel-gateway',
      'start-event',
      'start-timer-event',
      'start-message-event',
      'intermediate-email-event',
      'intermediate-timer-event',
      'intermediate-send-message-event',
      'intermediate-receive-message-event',
      'end-event',
      'end-email-event',
      'end-message-event',
      'terminate-end-event',
    ],
  },
  {
    title: 'Only drawn',
    names: [
      'start-conditional-event',
      'start-signal-event',
      'intermediate-conditional-event',
      'intermediate-signal-event',
      'error-end-event',
      'signal-end-event',
      'data-object',
      'data-store',
    ],
  },
];

/** `<BpmnCoverage caption="…" />`: the signs of BPMN, those that the engine runs and those that it only draws. */
export const bpmnCoverage = defineComponent({ caption: readTextAttribute }, ({ caption }) => {
  const children: Element[] = [];
  let top = 0;
  for (const { title, names } of groups) {
    const middle = (COLUMNS * CELL_WIDTH) / 2;
    children.push(drawTextLines([title], { x: middle, y: top + TITLE_HEIGHT / 2, className: 'bpmn-title' }));
    top += TITLE_HEIGHT;
    children.push(...names.map((name, index) => drawCell(name, index, top)));
    top += Math.ceil(names.length / COLUMNS) * CELL_HEIGHT;
  }
  const description = groups.map(({ title, names }) => `${title}: ${names.map(toWords).join(', ')}.`);
  return [
    {
      element: drawFigure({
        id: 'bpmn-coverage',
        title: caption,
        description: description.join(' '),
        caption,
        box: { x: 0, y: 0, width: COLUMNS * CELL_WIDTH, height: top },
        children,
      }),
    },
  ];
});

function drawCell(name: keyof typeof signs, index: number, top: number): Element {
  const sign: Sign = signs[name];
  const { width, height } = sizes[getShape(sign.kind)];
  const x = (index % COLUMNS) * CELL_WIDTH + CELL_WIDTH / 2;
  const y = top + Math.floor(index / COLUMNS) * CELL_HEIGHT;
  const box = { x: x - width / 2, y: y + SIGN_MIDDLE - height / 2, width, height };
  const lines = wrapWords(toWords(name), CELL_WIDTH - 10);
  const nameMiddle = y + NAME_TOP + ((lines.length - 1) * 15) / 2;
  return createHtmlElement('g', {}, [
    drawSign({ ...sign, name: '', box }),
    drawTextLines(lines, { x, y: nameMiddle, className: 'bpmn-name' }),
  ]);
}

/** `start-timer-event` without its dashes, but `sub-process` as it is spelled. */
const toWords = (name: string) => name.replace(/(?<!^sub)-/g, ' ');
