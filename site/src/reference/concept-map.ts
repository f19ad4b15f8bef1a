import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';
import { type Box, drawFigure, drawTextLines, wrapWords } from './bpmn/svg.ts';
import { defineComponent, readTextAttribute } from './component.ts';

/** Width of a column. Three columns can still be read on a phone. */
const WIDTH = 112;
const HEIGHT = 66;
/** Length of a line of a concept's description. */
const NOTE = 100;

interface Concept {
  id: string;
  name: string;
  says: string;
  x: number;
  y: number;
}

/** Design is on the left, running cases on the right. */
const concepts: readonly Concept[] = [
  { id: 'process', name: 'Process', says: 'drawn once', x: 0, y: 0 },
  { id: 'task', name: 'Task', says: 'what one user does', x: 0, y: 118 },
  { id: 'step', name: 'Step', says: 'a form or a document', x: 0, y: 236 },
  { id: 'case', name: 'Case', says: 'one run of a process', x: 182, y: 0 },
  { id: 'delegation', name: 'Delegation', says: 'a task of this case', x: 182, y: 118 },
  { id: 'values', name: 'Values', says: 'variables of the case', x: 182, y: 236 },
  { id: 'rule', name: 'Assignment rule', says: 'chooses', x: 364, y: 0 },
  { id: 'user', name: 'User', says: 'has one role', x: 364, y: 118 },
  { id: 'group', name: 'Group', says: 'several users', x: 364, y: 236 },
];

const relations: readonly (readonly [from: string, says: string, to: string])[] = [
  ['process', 'has', 'task'],
  ['task', 'has', 'step'],
  ['process', 'is run as', 'case'],
  ['case', 'has', 'delegation'],
  ['task', 'is run as', 'delegation'],
  ['step', 'fills in', 'values'],
  ['delegation', 'belongs to', 'user'],
  ['rule', 'picks', 'user'],
  ['group', 'contains', 'user'],
];

/** `<ConceptMap caption="…" />`: how process, task, step, case, delegation and user belong together. */
export const conceptMap = defineComponent({ caption: readTextAttribute }, ({ caption }) => {
  const description = relations
    .map(([from, says, to]) => `${findConcept(from).name} ${says} ${findConcept(to).name}.`)
    .join(' ');
  const box: Box = { x: -4, y: -4, width: 484, height: 310 };
  const children = [...relations.flatMap(drawRelation), ...concepts.flatMap(drawConcept)];
  return [
    { element: drawFigure({ id: 'concept-map', title: caption, description, caption, box, children }) },
  ];
});

function drawConcept({ name, says, x, y }: Concept): Element[] {
  const shape = { x, y, width: WIDTH, height: HEIGHT, rx: 8, className: ['bpmn-shape'] };
  const middle = x + WIDTH / 2;
  // The name is bold, so it is wider than the text below it.
  const names = wrapWords(name, NOTE - 8);
  const lower = (names.length - 1) * 8;
  return [
    createHtmlElement('rect', shape),
    drawTextLines(names, { x: middle, y: y + 16 + lower, className: 'concept-name' }),
    drawTextLines(wrapWords(says, NOTE), { x: middle, y: y + 42 + lower, className: 'concept-note' }),
  ];
}

function drawRelation([from, says, to]: readonly [string, string, string]): Element[] {
  const start = findConcept(from);
  const end = findConcept(to);
  const down = Math.sign(end.y - start.y);
  const across = Math.sign(end.x - start.x);
  // Finds the point on the border of a concept where an arrow starts or ends: at a side in a row, at the top or bottom
  // in a column.
  const at = ({ x, y }: Concept, direction: 1 | -1) => ({
    x: across === 0 ? x + WIDTH / 2 : x + (across * direction > 0 ? WIDTH : 0),
    y: across === 0 ? y + (down * direction > 0 ? HEIGHT : 0) : y + HEIGHT / 2,
  });
  const first = at(start, 1);
  const last = at(end, -1);
  const tip = `${last.x},${last.y}`;
  const wings = [-5, 5].map((side) =>
    across === 0 ? `${last.x + side},${last.y - 9 * down}` : `${last.x - 9 * across},${last.y + side}`,
  );
  const label = { x: (first.x + last.x) / 2 + (across === 0 ? 30 : 0), y: (first.y + last.y) / 2 };
  return [
    createHtmlElement('path', { d: `M${first.x} ${first.y}L${last.x} ${last.y}`, className: ['bpmn-flow'] }),
    createHtmlElement('polygon', { points: [tip, ...wings].join(' '), className: ['bpmn-arrow'] }),
    drawTextLines([says], { ...label, y: across === 0 ? label.y : label.y - 10, className: 'bpmn-label' }),
  ];
}

function findConcept(id: string): Concept {
  const concept = concepts.find((candidate) => candidate.id === id);
  if (!concept) throw new Error(`The map of concepts has no "${id}".`);
  return concept;
}
