import { BpmnModdle } from 'bpmn-moddle';
import { z } from 'zod';
import {
  type BpmnModel,
  type BpmnNode,
  type Flow,
  getShape,
  nodeKinds,
  type Point,
  type Pool,
} from './model.ts';
import type { Box } from './svg.ts';

// Properties that are read from the library's elements. References are resolved to the elements themselves.
const id = z.string().default('');
const name = z.string().default('');
const typedElement = z.object({ $type: z.string() });
const reference = z.object({ id: z.string() });
const bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const lane = z.object({ id, name, flowNodeRef: z.array(reference).default([]) });
const condition = z.object({ body: z.string().optional() }).optional();
const flow = z.object({
  id,
  name,
  sourceRef: reference,
  targetRef: reference,
  conditionExpression: condition,
});
const flowElement = typedElement.extend({
  id,
  name,
  eventDefinitions: z.array(typedElement).default([]),
  loopCharacteristics: typedElement.optional(),
  default: reference.optional(),
  conditionExpression: condition,
  sourceRef: reference.optional(),
  targetRef: reference.optional(),
});
const process = z.object({
  id,
  laneSets: z.array(z.object({ lanes: z.array(lane) })).default([]),
  flowElements: z.array(flowElement).default([]),
  artifacts: z.array(typedElement.extend({ id, text: name })).default([]),
});
const collaboration = z.object({
  participants: z.array(z.object({ id, name, processRef: process.optional() })).default([]),
  messageFlows: z.array(flow).default([]),
});
const planeElement = z.object({
  bpmnElement: reference.extend(typedElement.shape),
  bounds: bounds.optional(),
  waypoint: z.array(z.object({ x: z.number(), y: z.number() })).default([]),
  label: z.object({ bounds: bounds.optional() }).optional(),
});
const definitions = z.object({
  rootElements: z.array(z.looseObject(typedElement.shape)),
  diagrams: z.array(z.object({ plane: z.object({ planeElement: z.array(planeElement) }) })).default([]),
});

/** The model, or what is wrong with the file. */
export async function readBpmn(text: string): Promise<BpmnModel | string> {
  const parsedDefinitions = await parseDefinitions(text);
  if (typeof parsedDefinitions === 'string') return parsedDefinitions;
  const [diagram] = parsedDefinitions.diagrams;
  if (!diagram) return 'It has no diagram interchange, so nothing has a place: save it from a BPMN editor.';
  const plane = new Plane(diagram.plane.planeElement);
  const model = buildModel(parsedDefinitions.rootElements, plane);
  const { missing, unused } = plane;
  if (missing.length > 0)
    return `Its diagram interchange has no place for ${missing.join(', ')}: save it from a BPMN editor.`;
  return unused.length > 0 ? `The site does not draw ${unused.join(', ')}.` : model;
}

async function parseDefinitions(text: string): Promise<z.infer<typeof definitions> | string> {
  try {
    const { rootElement, warnings } = await new BpmnModdle().fromXML(text);
    const [warning] = warnings;
    return warning ? `It is not plain BPMN 2.0: ${warning.message}.` : definitions.parse(rootElement);
  } catch (error) {
    return `It is not plain BPMN 2.0: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : error}.`;
  }
}

function buildModel(roots: z.infer<typeof definitions>['rootElements'], plane: Plane): BpmnModel {
  const whole = roots.find(({ $type }) => $type === 'bpmn:Collaboration');
  if (!whole) {
    const processes = roots
      .filter(({ $type }) => $type === 'bpmn:Process')
      .map((root) => process.parse(root));
    const pools = processes.map((item) => buildPool(item.id, '', item, plane));
    return { pools, messages: [], associations: plane.associations() };
  }
  const { participants, messageFlows } = collaboration.parse(whole);
  return {
    pools: participants.map(({ id, name, processRef }) => ({
      ...buildPool(id, name, processRef, plane),
      box: plane.getBox(id),
    })),
    messages: messageFlows.map((messageFlow) => buildFlow(messageFlow, false, plane)),
    associations: plane.associations(),
  };
}

function buildPool(
  id: string,
  name: string,
  inside: z.infer<typeof process> | undefined,
  plane: Plane,
): Pool {
  const { laneSets = [], flowElements = [], artifacts = [] } = inside ?? {};
  const lanes = laneSets.flatMap((set) => set.lanes);
  const defaults = new Set(flowElements.flatMap((element) => element.default?.id ?? []));
  return {
    id,
    name,
    blackBox: !inside,
    lanes: lanes.map(({ id, name, flowNodeRef }) => ({
      name,
      box: plane.getBox(id),
      nodes: flowNodeRef.map((node) => node.id),
    })),
    nodes: flowElements.flatMap((element) => buildNode(element, plane)),
    flows: flowElements.flatMap(({ sourceRef, targetRef, ...one }) =>
      sourceRef && targetRef
        ? [buildFlow({ ...one, sourceRef, targetRef }, defaults.has(one.id), plane)]
        : [],
    ),
    notes: artifacts
      .filter(({ $type }) => $type === 'bpmn:TextAnnotation')
      .map(({ id, text }) => ({ text, box: plane.getBox(id) })),
  };
}

function buildNode(element: z.infer<typeof flowElement>, plane: Plane): BpmnNode[] {
  const { $type, id, name, eventDefinitions, loopCharacteristics } = element;
  const kind = nodeKinds.find(
    (nodeKind) => nodeKind.toLowerCase() === $type.toLowerCase().replace('bpmn:', ''),
  );
  if (!kind) return [];
  const box = plane.getBox(id);
  return [
    {
      id,
      kind,
      name,
      trigger: /^bpmn:(\w+)EventDefinition$/.exec(eventDefinitions[0]?.$type ?? '')?.[1]?.toLowerCase(),
      multiple: loopCharacteristics?.$type === 'bpmn:MultiInstanceLoopCharacteristics',
      box,
      label:
        name === '' || getShape(kind) === 'activity' ? undefined : (plane.getLabelBox(id) ?? placeBelow(box)),
    },
  ];
}

function buildFlow(
  { id, name, sourceRef, targetRef, conditionExpression }: z.infer<typeof flow>,
  isDefault: boolean,
  plane: Plane,
): Flow {
  const points = plane.getPoints(id);
  const label = name === '' ? undefined : (plane.getLabelBox(id) ?? placeAbove(points));
  return {
    id,
    source: sourceRef.id,
    target: targetRef.id,
    name,
    points,
    label,
    condition: conditionExpression?.body,
    isDefault,
  };
}

/** The diagram interchange. It records elements without a position, and positions without an element. */
class Plane {
  readonly missing: string[] = [];
  readonly #open: Map<string, z.infer<typeof planeElement>>;
  readonly #elements: ReadonlyMap<string, z.infer<typeof planeElement>>;

  constructor(elements: readonly z.infer<typeof planeElement>[]) {
    this.#elements = new Map(elements.map((element) => [element.bpmnElement.id, element]));
    this.#open = new Map(this.#elements);
  }

  get unused(): string[] {
    return [...this.#open.values()].map(({ bpmnElement: { $type, id } }) => `<${$type}> ${id}`);
  }

  getBox(id: string): Box {
    const box = this.#take(id)?.bounds;
    if (!box) this.missing.push(id);
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  getPoints(id: string): Point[] {
    const points = this.#take(id)?.waypoint ?? [];
    if (points.length < 2) this.missing.push(id);
    return points.map(({ x, y }) => [x, y]);
  }

  /** The points of associations. Articles don't mention their names or ends. */
  associations(): Point[][] {
    const all = [...this.#elements.values()].map(({ bpmnElement }) => bpmnElement);
    return all.filter(({ $type }) => $type.endsWith('Association')).map(({ id }) => this.getPoints(id));
  }

  /** The place where an editor put the name. */
  getLabelBox(id: string): Box | undefined {
    return this.#elements.get(id)?.label?.bounds;
  }

  #take(id: string): z.infer<typeof planeElement> | undefined {
    this.#open.delete(id);
    return this.#elements.get(id);
  }
}

/** Size of a name that has no position in the file, and its distance from the shape. */
const NAME = { width: 90, height: 14, gap: 5 };

function placeBelow({ x, y, width, height }: Box): Box {
  return { ...NAME, x: x + (width - NAME.width) / 2, y: y + height + NAME.gap };
}

function placeAbove(points: readonly Point[]): Box {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = points.slice(Math.ceil(points.length / 2) - 1);
  return { ...NAME, x: (ax + bx - NAME.width) / 2, y: (ay + by) / 2 - NAME.gap - NAME.height };
}
