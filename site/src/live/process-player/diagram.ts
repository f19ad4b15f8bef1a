/** The data of a diagram that the player needs. The page contains it. */
export interface Diagram {
  nodes: DiagramNode[];
  flows: DiagramFlow[];
  /** `source` and `target` are ids of nodes or pools. */
  messages: { source: string; target: string; name: string }[];
  /** Variables in the conditions, as the forms of the story define them. */
  variables: DiagramVariable[];
}

export interface DiagramVariable {
  name: string;
  /** Label of the variable's field, or the variable's name where no form has the field. */
  label: string;
  look: 'text' | 'number' | 'check' | 'choice';
  /** Options of a choice. */
  options: (readonly [value: string, label: string])[];
}

export interface DiagramNode {
  id: string;
  /** The element's name in the BPMN file, such as `exclusiveGateway`. */
  kind: string;
  name: string;
  /** Trigger of an event: `message`, `timer`, `signal`, `conditional`, `terminate`, `error`. */
  trigger?: string | undefined;
}

export interface DiagramFlow {
  id: string;
  source: string;
  target: string;
  name: string;
  /** The condition's text in the BPMN file. */
  condition?: string | undefined;
  isDefault: boolean;
}

export function findDiagramNode({ nodes }: Diagram, id: string): DiagramNode | undefined {
  return nodes.find((node) => node.id === id);
}

export function listFlowsFrom({ flows }: Diagram, id: string): DiagramFlow[] {
  return flows.filter(({ source }) => source === id);
}

export function listFlowsInto({ flows }: Diagram, id: string): DiagramFlow[] {
  return flows.filter(({ target }) => target === id);
}

export const kinds: Readonly<Record<string, string>> = {
  startEvent: 'start event',
  endEvent: 'end event',
  intermediateCatchEvent: 'event',
  intermediateThrowEvent: 'event',
  boundaryEvent: 'boundary event',
  exclusiveGateway: 'exclusive gateway',
  parallelGateway: 'parallel gateway',
  inclusiveGateway: 'inclusive gateway',
  subProcess: 'sub-process',
  callActivity: 'sub-process',
  scriptTask: 'script task',
};

/** Returns a node's kind and name in words, such as `exclusive gateway Manager decision`. */
export function describeNode(
  { kind, name, trigger }: Omit<DiagramNode, 'id'>,
  kindWords: Readonly<Record<string, string>> = kinds,
): string {
  const what = `${trigger === undefined ? '' : `${trigger} `}${kindWords[kind] ?? 'task'}`;
  return name === '' ? what : `${what} ${name}`;
}
