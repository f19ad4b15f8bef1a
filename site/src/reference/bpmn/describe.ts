import { describeNode, kinds } from '../../live/process-player/diagram.ts';
import { capitalize, joinWords } from '../markdown.ts';
import type { BpmnModel, Flow, Pool } from './model.ts';

/** Describes a diagram in sentences, for readers who can't see it. */
export function describeProcess({ pools, messages }: BpmnModel): string[] {
  const names = new Map(
    pools.flatMap((pool) => [
      [pool.id, pool.name] as const,
      ...pool.nodes.map((node) => [node.id, describeNode(node, kindWords)] as const),
    ]),
  );
  const sentences = pools.flatMap((pool) => describePool(pool, names));
  for (const { source, target, name } of messages) {
    const what = name === '' ? 'A message' : `The message ${name}`;
    sentences.push(`${what} goes from ${names.get(source) ?? 'a pool'} to ${names.get(target) ?? 'a pool'}.`);
  }
  return sentences;
}

function describePool(pool: Pool, names: ReadonlyMap<string, string>): string[] {
  const lanes = pool.lanes.map(({ name, nodes }) => {
    const members = nodes.flatMap((id) => names.get(id) ?? []);
    return members.length === 0
      ? `Lane ${name} is empty.`
      : `Lane ${name} holds ${joinWords(members, 'and')}.`;
  });
  const flows = pool.nodes.flatMap((node) => {
    const outgoingFlows = pool.flows.filter(({ source }) => source === node.id);
    if (outgoingFlows.length === 0) return [];
    const targets = outgoingFlows.map((flow) => `${names.get(flow.target) ?? ''}${describeCondition(flow)}`);
    return [
      `${capitalize(names.get(node.id) ?? '')} leads to ${joinWords(targets, node.kind === 'exclusiveGateway' ? 'or' : 'and')}.`,
    ];
  });
  const intro =
    pool.name === '' ? [] : [`Pool ${pool.name}${pool.blackBox ? ', its inside not shown' : ''}.`];
  return [...intro, ...lanes, ...flows, ...pool.notes.map(({ text }) => `Note: ${text}`)];
}

function describeCondition({ name, isDefault }: Flow): string {
  if (name !== '') return ` (${name})`;
  return isDefault ? ' (default)' : '';
}

/** The player has no data, and says of its events in the middle only what they do. */
const kindWords = {
  ...kinds,
  intermediateCatchEvent: 'intermediate event',
  intermediateThrowEvent: 'intermediate event',
  dataObjectReference: 'data object',
  dataStoreReference: 'data store',
};
