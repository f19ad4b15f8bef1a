import type { DiagramFlow } from '../../live/process-player/diagram.ts';
import type { Box } from './svg.ts';

/** Elements of a BPMN file, each at the position that the file gives it. */
export interface BpmnModel {
  pools: Pool[];
  messages: Flow[];
  /** Lines between notes or data and what they are about. */
  associations: Point[][];
}

export type Point = readonly [x: number, y: number];

export interface Pool {
  id: string;
  /** Empty for a process without a pool. */
  name: string;
  /** Absent for a process without a pool. */
  box?: Box;
  /** A partner whose inside isn't shown. */
  blackBox: boolean;
  lanes: { name: string; box: Box; nodes: string[] }[];
  nodes: BpmnNode[];
  flows: Flow[];
  /** Text annotations. */
  notes: { text: string; box: Box }[];
}

/** Properties that the drawing of a node depends on, besides its position. */
export interface Sign {
  kind: NodeKind;
  /** Trigger of an event: `message`, `timer`, `signal`, `conditional`, `terminate`, `error`. */
  trigger?: string | undefined;
  /** Several instances at the same time. */
  multiple?: boolean;
}

export interface BpmnNode extends Sign {
  id: string;
  name: string;
  box: Box;
  /** Place of a name that is beside its shape. */
  label?: Box | undefined;
}

/** Between nodes or pools. */
export interface Flow extends DiagramFlow {
  label?: Box | undefined;
  points: Point[];
}

export const nodeKinds = [
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

export type NodeKind = (typeof nodeKinds)[number];

/** Activities have their names inside, the others beside them. */
export function getShape(kind: NodeKind): 'event' | 'gateway' | 'data' | 'activity' {
  if (kind.endsWith('Event')) return 'event';
  if (kind.endsWith('Gateway')) return 'gateway';
  return kind.startsWith('data') ? 'data' : 'activity';
}
