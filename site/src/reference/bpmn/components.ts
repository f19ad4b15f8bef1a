import { createHtmlElement, liveNode } from 'gatehouse/sections';
import { listConditionVariables, parseCondition } from '../../live/process-player/condition.ts';
import type { Diagram, DiagramVariable } from '../../live/process-player/diagram.ts';
import {
  createItemAttribute,
  defineComponent,
  defineDrawable,
  isRefusal,
  readData,
  readFileName,
  readTextAttribute,
} from '../component.ts';

import { type StoryVariables, storyVariables } from '../story-data.ts';
import { describeProcess } from './describe.ts';
import { drawProcess } from './draw-process.ts';
import { drawSign } from './draw-sign.ts';
import { type BpmnModel, getShape, type Sign } from './model.ts';
import { readBpmn } from './read-bpmn.ts';
import { signs, sizes } from './signs.ts';
import { drawFigure } from './svg.ts';

/** `<Process file="purchase-request" caption="The process Purchase request" />` */
export const processDrawing = defineComponent(
  { file: readFileName, caption: readTextAttribute },
  async ({ file, caption, host }) => {
    const path = `docs/_data/processes/${file}.bpmn`;
    const model = defineDrawable(path, await readData(host, { file: path, parse: readBpmn }));
    if (isRefusal(model)) return model;
    const id = createUniqueId(host.said, `process-${file}`);
    const sentences = describeProcess(model);
    const drawing = drawFigure({
      id,
      title: caption,
      description: sentences.join(' '),
      caption,
      ...drawProcess(model),
    });
    const diagram = createDiagram(model, readData(host, storyVariables) ?? []);
    const props = { title: caption, diagram, sentences };
    return [{ element: liveNode('ProcessPlayer', props, [drawing]) }];
  },
);

/** Data that the player needs of a diagram. */
export function createDiagram({ pools, messages }: BpmnModel, story: StoryVariables): Diagram {
  const conditions = pools.flatMap(({ flows }) => flows.flatMap(({ condition }) => condition ?? []));
  return {
    variables: listVariables(conditions, story),
    nodes: pools.flatMap(({ nodes }) =>
      nodes.map(({ id, kind, name, trigger }) => ({ id, kind, name, trigger })),
    ),
    flows: pools.flatMap(({ flows }) => flows.map(({ points: _, label: __, ...flow }) => flow)),
    messages: messages.map(({ source, target, name }) => ({ source, target, name })),
  };
}

/** A field for each variable that the conditions name, in their order. */
function listVariables(conditions: readonly string[], story: StoryVariables): DiagramVariable[] {
  const usedVariables = conditions.flatMap((text) => {
    const condition = parseCondition(text);
    return condition ? listConditionVariables(condition) : [];
  });
  return [...new Set(usedVariables.map(({ name }) => name))].map((name) => {
    const uses = usedVariables.filter((variable) => variable.name === name);
    const storyVariable = story.find((candidate) => candidate.name === name);
    const { label = name, type, options = [] } = storyVariable ?? {};
    if (type === 'boolean') return { name, label, look: 'check', options: [] };
    if (uses.some(({ isNumber }) => isNumber)) return { name, label, look: 'number', options: [] };
    if (options.length === 0) return { name, label, look: 'text', options: [] };
    // A drawing can have an answer that the story's own process doesn't.
    const otherLiterals = [...new Set(uses.flatMap(({ literals }) => literals))].filter(
      (value) => value !== '' && !options.some(([key]) => key === value),
    );
    return {
      name,
      label,
      look: 'choice',
      options: [...options, ...otherLiterals.map((value) => [value, value] as const)],
    };
  });
}

/** Draws one sign, with its name for screen readers: `<BpmnSymbol name="exclusive-gateway" />`. */
export const bpmnSymbol = defineComponent(
  { name: createItemAttribute('symbol', listSigns) },
  ({ name: { id, ...sign }, host }) => {
    const { width, height } = sizes[getShape(sign.kind)];
    const title = id.replaceAll('-', ' ');
    const shape = drawSign({ ...sign, name: '', box: { x: 2, y: 2, width, height } });
    return [
      {
        element: drawFigure({
          id: createUniqueId(host.said, `symbol-${id}`),
          title: `Symbol: ${title}`,
          description: `How the Designer draws ${title}.`,
          caption: '',
          box: { x: 0, y: 0, width: width + 4, height: height + 4 },
          children: [createHtmlElement('g', {}, [shape])],
        }),
      },
    ];
  },
);

function listSigns(): (Sign & { id: string })[] {
  return Object.entries(signs).map(([id, sign]) => ({ id, ...sign }));
}

/** A drawing can be on a page twice. */
function createUniqueId(usedIds: Map<string, string>, wishedId: string): string {
  let id = wishedId;
  for (let count = 2; usedIds.has(`id ${id}`); count += 1) id = `${wishedId}-${count}`;
  usedIds.set(`id ${id}`, id);
  return id;
}
