import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';
import { z } from 'zod';
import { drawFigure, drawTextLines, wrapWords } from './bpmn/svg.ts';
import {
  defineComponent,
  defineDrawable,
  isRefusal,
  readData,
  readFileName,
  readTextAttribute,
} from './component.ts';

/** Width of a column in pixels. A phone shows three participants at a readable size. */
const COLUMN_WIDTH = 160;
const BOX = { width: 128, height: 36 };
const MESSAGE_HEIGHT = 44;
const LIFELINE_END = 14;

const message = z.strictObject({
  from: z.string(),
  to: z.string(),
  says: z.string(),
  /** Drawn dashed: it answers a message before it. */
  isAnswer: z.boolean().default(false),
});
const sequence = z
  .strictObject({ participants: z.array(z.string()).min(2), messages: z.array(message).min(1) })
  .refine(({ participants, messages }) =>
    messages.every(({ from, to }) => participants.includes(from) && participants.includes(to)),
  );
type Sequence = z.output<typeof sequence>;
type Message = z.output<typeof message>;

/** `<Sequence name="authorization-code" caption="…" />`: who sends what to whom, from top to bottom. */
export const sequenceDrawing = defineComponent(
  { name: readFileName, caption: readTextAttribute },
  ({ name, caption, host }) => {
    const file = `docs/_data/sequences/${name}.json`;
    const definition = defineDrawable(file, readData(host, { file, parse: parseSequence }));
    if (isRefusal(definition)) return definition;
    const { participants, messages } = definition;
    const height = BOX.height + messages.length * MESSAGE_HEIGHT + LIFELINE_END;
    const element = drawFigure({
      id: `sequence-${name}`,
      title: caption,
      description: messages.map(({ from, to, says }) => `${from} to ${to}: ${says}.`).join(' '),
      caption,
      box: { x: 0, y: -2, width: participants.length * COLUMN_WIDTH, height: height + 4 },
      children: [
        ...participants.flatMap((participant, index) => drawParticipant(participant, index, height)),
        ...messages.flatMap((item, index) => drawMessage(item, index, participants)),
      ],
    });
    return [{ element }];
  },
);

function parseSequence(source: string): Sequence | string {
  const parsedSequence = sequence.safeParse(JSON.parse(source));
  return parsedSequence.success ? parsedSequence.data : z.prettifyError(parsedSequence.error);
}

const findMiddle = (column: number) => column * COLUMN_WIDTH + COLUMN_WIDTH / 2;

function drawParticipant(name: string, column: number, height: number): Element[] {
  const x = findMiddle(column);
  const lifeline = `M${x} ${BOX.height}V${height}`;
  return [
    createHtmlElement('path', { d: lifeline, className: ['bpmn-flow', 'bpmn-dotted'] }),
    createHtmlElement('rect', { ...BOX, x: x - BOX.width / 2, y: 0, rx: 8, className: ['bpmn-shape'] }),
    drawTextLines([name], { x, y: BOX.height / 2, className: 'bpmn-name' }),
  ];
}

function drawMessage(
  { from, to, says, isAnswer }: Message,
  index: number,
  participants: string[],
): Element[] {
  const [start, end] = [findMiddle(participants.indexOf(from)), findMiddle(participants.indexOf(to))];
  const y = BOX.height + (index + 1) * MESSAGE_HEIGHT;
  const back = end > start ? -9 : 9;
  const arrow = `${end},${y} ${end + back},${y - 5} ${end + back},${y + 5}`;
  const className = ['bpmn-flow', ...(isAnswer ? ['bpmn-dashed'] : [])];
  const lines = wrapWords(says, Math.abs(end - start) - 20);
  return [
    createHtmlElement('path', { d: `M${start} ${y}H${end}`, className }),
    createHtmlElement('polygon', { points: arrow, className: ['bpmn-arrow'] }),
    drawTextLines(lines, {
      x: (start + end) / 2,
      y: y - 12 - ((lines.length - 1) * 15) / 2,
      className: 'bpmn-label',
    }),
  ];
}
