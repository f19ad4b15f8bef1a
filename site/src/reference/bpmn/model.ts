import { readXml, type XmlElement } from './xml.ts';

/** What the site draws of a BPMN file. */
export interface BpmnModel {
  pools: Pool[];
  messages: Flow[];
}

export interface Pool {
  id: string;
  /** Empty for a process that stands alone. */
  name: string;
  /** A partner whose inside is not shown. */
  blackBox: boolean;
  lanes: Lane[];
  nodes: BpmnNode[];
  flows: Flow[];
  notes: Note[];
}

export interface Lane {
  name: string;
  nodes: string[];
}

export interface BpmnNode {
  id: string;
  kind: NodeKind;
  name: string;
  /** What triggers an event: `message`, `timer`, `signal`, `conditional`, `terminate`, `error`. */
  trigger?: string | undefined;
  /** An intermediate event that sends. */
  throws: boolean;
  /** Several instances at the same time. */
  multiple: boolean;
  /** Of an event at the border of a task: the task. */
  attachedTo?: string | undefined;
}

export type NodeKind = (typeof nodeKinds)[number];

const nodeKinds = [
  'startEvent',
  'endEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'boundaryEvent',
  'task',
  'userTask',
  'manualTask',
  'scriptTask',
  'sendTask',
  'receiveTask',
  'serviceTask',
  'businessRuleTask',
  'subProcess',
  'callActivity',
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'dataObjectReference',
  'dataStoreReference',
] as const;

export interface Flow {
  id: string;
  source: string;
  target: string;
  name: string;
  isDefault: boolean;
}

/** A text annotation, and the element that it speaks of. */
export interface Note {
  id: string;
  text: string;
  about?: string | undefined;
}

/** The model, or what is wrong with the file. */
export function parseBpmn(text: string): BpmnModel | string {
  const root = readXml(text);
  if (typeof root === 'string') return root;
  if (root.name !== 'definitions') return 'Its first element is not <definitions>.';
  const processes = new Map(childrenOf(root, 'process').map((one) => [one.attributes.id ?? '', one]));
  const [collaboration] = childrenOf(root, 'collaboration');
  const pools = collaboration
    ? childrenOf(collaboration, 'participant').map((one) =>
        poolOf(
          one.attributes.id ?? '',
          one.attributes.name ?? '',
          processes.get(one.attributes.processRef ?? ''),
        ),
      )
    : [...processes].map(([id, process]) => poolOf(id, '', process));
  if (pools.length === 0) return 'It holds no <process>.';
  const messages = collaboration
    ? childrenOf(collaboration, 'messageFlow').map((one) => flowOf(one, new Set()))
    : [];
  return { pools, messages };
}

function poolOf(id: string, name: string, process: XmlElement | undefined): Pool {
  if (!process) return { id, name, blackBox: true, lanes: [], nodes: [], flows: [], notes: [] };
  const kinds = new Set<string>(nodeKinds);
  const elements = process.children.filter((one) => kinds.has(one.name));
  const defaults = new Set(elements.flatMap((one) => one.attributes.default ?? []));
  const about = new Map(
    childrenOf(process, 'association').flatMap(({ attributes: { sourceRef = '', targetRef = '' } }) => [
      [targetRef, sourceRef] as const,
      [sourceRef, targetRef] as const,
    ]),
  );
  const [laneSet] = childrenOf(process, 'laneSet');
  return {
    id,
    name,
    blackBox: false,
    lanes: (laneSet ? childrenOf(laneSet, 'lane') : []).map((lane) => ({
      name: lane.attributes.name ?? '',
      nodes: childrenOf(lane, 'flowNodeRef').map((ref) => ref.text.trim()),
    })),
    nodes: elements.map(nodeOf),
    flows: childrenOf(process, 'sequenceFlow').map((one) => flowOf(one, defaults)),
    notes: childrenOf(process, 'textAnnotation').map((one) => ({
      id: one.attributes.id ?? '',
      text: childrenOf(one, 'text')[0]?.text.trim() ?? '',
      about: about.get(one.attributes.id ?? ''),
    })),
  };
}

function nodeOf({ name, attributes, children }: XmlElement): BpmnNode {
  const trigger = children.find((child) => child.name.endsWith('EventDefinition'))?.name;
  return {
    id: attributes.id ?? '',
    // Only these elements are asked for.
    kind: name as NodeKind,
    name: attributes.name ?? '',
    trigger: trigger?.replace('EventDefinition', ''),
    throws: name === 'intermediateThrowEvent' || name === 'endEvent',
    multiple: children.some((child) => child.name === 'multiInstanceLoopCharacteristics'),
    attachedTo: attributes.attachedToRef,
  };
}

function flowOf({ attributes }: XmlElement, defaults: ReadonlySet<string>): Flow {
  const { id = '', sourceRef = '', targetRef = '', name = '' } = attributes;
  return { id, source: sourceRef, target: targetRef, name, isDefault: defaults.has(id) };
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
