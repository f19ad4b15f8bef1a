import { isTrue, parseCondition, type Values } from './condition.ts';
import {
  type Diagram,
  type DiagramFlow,
  describeNode,
  findDiagramNode,
  listFlowsFrom,
  listFlowsInto,
} from './diagram.ts';

/** The state of a case: the positions of its tokens, as BPMN calls them, and what has happened so far. */
export interface Play {
  /** Ids of nodes, one for each token. A node can occur several times. */
  tokens: string[];
  /** Nodes whose message was sent and hasn't been received yet. */
  sent: string[];
  /** Flows that a token has taken, each once. */
  taken: string[];
  /** Sentences, oldest first. */
  log: string[];
}

/** A move that the reader can make next. */
export interface Move {
  label: string;
  /** Condition of the move, as the designer wrote it. */
  condition?: string | undefined;
  /** The choice that a reader makes at a gateway: its id, and the ids of the flows that tokens take. */
  choice?: { gateway: string; flows: string[] } | undefined;
  /** The state of the case after the move. */
  next: Play;
}

export const atFirst: Play = { tokens: [], sent: [], taken: [], log: [] };

/**
 * Lists the possible moves. There are none at the end, and while every token waits for something outside this process.
 */
export function listMoves(diagram: Diagram, play: Play): Move[] {
  const waitingTokens = new Set(play.tokens);
  return [
    ...listStarts(diagram, play),
    ...[...waitingTokens].flatMap((id) => listMovesAt(diagram, play, id)),
  ];
}

/** Says in sentences why tokens can't move. */
export function listWaits(diagram: Diagram, play: Play): string[] {
  return [...new Set(play.tokens)].flatMap((id) => {
    const node = findDiagramNode(diagram, id);
    if (!node || listMovesAt(diagram, play, id).length > 0) return [];
    if (isJoin(diagram, id)) return [`The ${describeNode(node)} waits for its other branches.`];
    return node.trigger === 'message' ? [`The ${describeNode(node)} waits for its message.`] : [];
  });
}

/**
 * Returns the flows that a gateway takes with these values: the first one whose condition is true, all of
 * them at an inclusive gateway, or the default flow. Undefined if the player can't evaluate a condition, or
 * if no flow can be taken.
 */
function chooseFlows(diagram: Diagram, gateway: string, values: Values): string[] | undefined {
  const outgoingFlows = listFlowsFrom(diagram, gateway);
  const conditions = outgoingFlows.map(({ condition }) =>
    condition === undefined ? undefined : parseCondition(condition),
  );
  if (outgoingFlows.some(({ condition }, index) => condition !== undefined && !conditions[index]))
    return undefined;
  const metFlows = outgoingFlows.filter((_, index) => {
    const condition = conditions[index];
    return condition !== undefined && isTrue(condition, values);
  });
  const isExclusive = findDiagramNode(diagram, gateway)?.kind === 'exclusiveGateway';
  const flows =
    metFlows.length > 0
      ? metFlows.slice(0, isExclusive ? 1 : undefined)
      : outgoingFlows.filter((flow) => flow.isDefault);
  return flows.length === 0 ? undefined : flows.map(({ id }) => id);
}

/** Whether these values lead to this move at a gateway. */
export function isAllowed(diagram: Diagram, { choice }: Move, values: Values): boolean {
  if (!choice) return false;
  const flows = chooseFlows(diagram, choice.gateway, values);
  return flows !== undefined && flows.toSorted().join() === choice.flows.toSorted().join();
}

/**
 * Lists the start events. A process begins once; an event with a message starts it when the message has
 * arrived.
 */
function listStarts(diagram: Diagram, play: Play): Move[] {
  return diagram.nodes.flatMap((node) => {
    if (node.kind !== 'startEvent') return [];
    const byMessage = isSentHere(diagram, node.id);
    const isDue = byMessage ? play.sent.includes(node.id) : play.log.length === 0;
    if (!isDue) return [];
    const sent = removeOne(play.sent, node.id);
    const words = `${happenings[node.trigger ?? ''] ?? 'Start'}: ${node.name || describeNode(node)}`;
    const startedPlay = { ...play, sent, tokens: [...play.tokens, node.id] };
    return [
      { label: words, next: leave(diagram, startedPlay, node.id, listFlowsFrom(diagram, node.id), words) },
    ];
  });
}

function listMovesAt(diagram: Diagram, play: Play, id: string): Move[] {
  const node = findDiagramNode(diagram, id);
  if (!node) return [];
  const outgoingFlows = listFlowsFrom(diagram, id);
  const createSingleMove = (label: string): Move[] => [
    { label, next: leave(diagram, play, id, outgoingFlows, label) },
  ];
  const createChoices = (of: readonly DiagramFlow[][]): Move[] =>
    of.map((flows) => {
      const label = `${node.name || 'Gateway'}: ${flows.map((flow) => describeWay(diagram, flow)).join(' and ')}`;
      const conditions = flows.flatMap(({ condition }) => condition ?? []);
      const choice = { gateway: id, flows: flows.map((flow) => flow.id) };
      const next = leave(diagram, play, id, flows, label);
      return { label, condition: conditions.join(' and ') || undefined, choice, next };
    });
  switch (node.kind) {
    case 'exclusiveGateway':
      if (outgoingFlows.length < 2) return createSingleMove(`Go on from ${describeNode(node)}`);
      return createChoices(outgoingFlows.map((flow) => [flow]));
    case 'inclusiveGateway':
      if (isJoin(diagram, id) && !hasAllThatCome(diagram, play, id)) return [];
      if (outgoingFlows.length < 2) return createSingleMove(`Join at ${describeNode(node)}`);
      return createChoices(listChoices(outgoingFlows));
    case 'parallelGateway':
      if (countOf(play.tokens, id) < listFlowsInto(diagram, id).length) return [];
      return createSingleMove(
        outgoingFlows.length > 1 ? `Split at ${describeNode(node)}` : `Join at ${describeNode(node)}`,
      );
    case 'intermediateCatchEvent': {
      if (isSentHere(diagram, id) && !play.sent.includes(id)) return [];
      return createSingleMove(
        `${happenings[node.trigger ?? ''] ?? 'It happens'}: ${node.name || describeNode(node)}`,
      );
    }
    case 'intermediateThrowEvent':
      return createSingleMove(`Send: ${node.name || describeNode(node)}`);
    case 'endEvent':
      return createSingleMove(`End: ${node.name || describeNode(node)}`);
    default:
      return createSingleMove(`Complete ${node.name || describeNode(node)}`);
  }
}

/** Whether a node of the diagram sends the message. Otherwise a partner sends it whose process isn't shown. */
function isSentHere(diagram: Diagram, id: string): boolean {
  return diagram.messages.some(
    ({ source, target }) => target === id && findDiagramNode(diagram, source) !== undefined,
  );
}

/** Sentences about events that tokens wait for, by trigger. */
const happenings: Readonly<Record<string, string>> = {
  timer: 'The time comes',
  message: 'The message arrives',
  signal: 'The signal comes',
  conditional: 'The condition becomes true',
};

/** Removes the tokens that leave the node, and puts one at the end of each flow. */
function leave(diagram: Diagram, play: Play, id: string, flows: readonly DiagramFlow[], words: string): Play {
  const node = findDiagramNode(diagram, id);
  const rest = isJoin(diagram, id) ? play.tokens.filter((token) => token !== id) : removeOne(play.tokens, id);
  const receivers = diagram.messages.filter(({ source }) => source === id).map(({ target }) => target);
  return {
    tokens: node?.trigger === 'terminate' ? [] : [...rest, ...flows.map(({ target }) => target)],
    sent: [...removeOne(play.sent, id), ...receivers],
    taken: [...new Set([...play.taken, ...flows.map((flow) => flow.id)])],
    log: [...play.log, `${words}.`],
  };
}

/** Whether several flows meet at this node, so that their tokens become one. */
function isJoin(diagram: Diagram, id: string): boolean {
  const kind = findDiagramNode(diagram, id)?.kind;
  return (kind === 'parallelGateway' || kind === 'inclusiveGateway') && listFlowsInto(diagram, id).length > 1;
}

/** Whether no other token can still reach this node. */
function hasAllThatCome(diagram: Diagram, play: Play, id: string): boolean {
  return !play.tokens.some((token) => token !== id && canReach(diagram, token, id));
}

function canReach(diagram: Diagram, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const at of seen) {
    for (const { target } of listFlowsFrom(diagram, at)) {
      if (target === to) return true;
      seen.add(target);
    }
  }
  return false;
}

/**
 * Lists the combinations of flows that can be taken together: any of those with a condition, or the default
 * alone.
 */
function listChoices(flows: readonly DiagramFlow[]): DiagramFlow[][] {
  const conditional = flows.filter(({ isDefault }) => !isDefault);
  const chosenFlows: DiagramFlow[][] = [[]];
  for (const flow of conditional) chosenFlows.push(...chosenFlows.map((set) => [...set, flow]));
  const defaults = flows.filter(({ isDefault }) => isDefault).map((flow) => [flow]);
  return [...chosenFlows.filter((set) => set.length > 0), ...defaults];
}

function describeWay(diagram: Diagram, { name, condition, isDefault, target }: DiagramFlow): string {
  const node = findDiagramNode(diagram, target);
  const to = node ? node.name || describeNode(node) : '';
  if (isDefault) return `no condition is true, to ${to}`;
  return `${name === '' ? (condition ?? '') : name}, to ${to}`.replace(/^, /, '');
}

function removeOne(list: readonly string[], one: string): string[] {
  const index = list.indexOf(one);
  return index === -1 ? [...list] : list.toSpliced(index, 1);
}

function countOf(list: readonly string[], one: string): number {
  return list.filter((other) => other === one).length;
}
