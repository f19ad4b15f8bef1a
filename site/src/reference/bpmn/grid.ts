import type { Flow, Pool } from './model.ts';

/** Column and row of each node of a pool, from 0. */
export type Grid = ReadonlyMap<string, { column: number; row: number }>;

/**
 * Lays the nodes out on a grid: the column follows from the longest way from the start, the row from the
 * branch. The longest branch goes straight on; the others get rows of their own below it. With lanes, every
 * lane has its rows.
 */
export function gridOf(pool: Pool): Grid {
  const columns = columnsOf(pool);
  const rows = rowsOf(pool, columns);
  return new Map(pool.nodes.map(({ id }) => [id, { column: columns.get(id) ?? 0, row: rows.get(id) ?? 0 }]));
}

function columnsOf({ nodes, flows }: Pool): Map<string, number> {
  const forward = withoutLoops(
    nodes.map(({ id }) => id),
    flows,
  );
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  // As often as there are nodes is enough for the longest way.
  for (const _ of nodes) {
    for (const { source, target } of forward) {
      const least = (columns.get(source) ?? 0) + 1;
      if ((columns.get(target) ?? 0) < least) columns.set(target, least);
    }
  }
  for (const { id, attachedTo } of nodes) if (attachedTo) columns.set(id, columns.get(attachedTo) ?? 0);
  return columns;
}

/** The flows but for those that lead back to a node on the way. */
function withoutLoops(ids: readonly string[], flows: readonly Flow[]): Flow[] {
  const back = new Set<Flow>();
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string) => {
    state.set(id, 'open');
    for (const flow of flows) {
      if (flow.source !== id) continue;
      if (state.get(flow.target) === 'open') back.add(flow);
      else if (!state.has(flow.target)) visit(flow.target);
    }
    state.set(id, 'done');
  };
  const entered = new Set(flows.map(({ target }) => target));
  for (const id of [...ids.filter((one) => !entered.has(one)), ...ids]) if (!state.has(id)) visit(id);
  return flows.filter((flow) => !back.has(flow));
}

function rowsOf(pool: Pool, columns: ReadonlyMap<string, number>): Map<string, number> {
  const lanes = pool.lanes.length > 0 ? pool.lanes : [{ name: '', nodes: pool.nodes.map(({ id }) => id) }];
  const rows = new Map<string, number>();
  const wished = wishedRows(pool, columns);
  let first = 0;
  for (const lane of lanes) {
    const members = pool.nodes
      .filter(({ id }) => lane.nodes.includes(id))
      .sort((a, b) => (wished.get(a.id) ?? 0) - (wished.get(b.id) ?? 0));
    const least = Math.min(...members.map(({ id }) => wished.get(id) ?? 0));
    const taken = new Set<string>();
    let last = 0;
    for (const { id } of members) {
      let row = pool.lanes.length > 0 ? 0 : (wished.get(id) ?? 0) - least;
      while (taken.has(`${columns.get(id)}:${row}`)) row += 1;
      taken.add(`${columns.get(id)}:${row}`);
      rows.set(id, first + row);
      last = Math.max(last, row);
    }
    first += last + 1;
  }
  return rows;
}

/** The branch of each node, counted downwards. */
function wishedRows({ nodes, flows }: Pool, columns: ReadonlyMap<string, number>): Map<string, number> {
  const rows = new Map<string, number>();
  const taken = new Set<string>();
  const ways = (id: string) =>
    flows
      .filter(({ source, target }) => source === id && (columns.get(target) ?? 0) > (columns.get(id) ?? 0))
      .map(({ target }) => target);
  const length = new Map<string, number>();
  const lengthOf = (id: string): number => {
    const known = length.get(id);
    if (known !== undefined) return known;
    const longest = Math.max(0, ...ways(id).map((target) => lengthOf(target) + 1));
    length.set(id, longest);
    return longest;
  };
  const place = (id: string, row: number) => {
    if (rows.has(id)) return;
    let free = row;
    while (taken.has(`${columns.get(id)}:${free}`)) free += 1;
    rows.set(id, free);
    taken.add(`${columns.get(id)}:${free}`);
    const targets = ways(id).sort((a, b) => lengthOf(b) - lengthOf(a));
    for (const [index, target] of targets.entries()) place(target, free + index);
  };
  const entered = new Set(flows.map(({ target }) => target));
  const starts = nodes.filter(({ id, attachedTo }) => !entered.has(id) && attachedTo === undefined);
  for (const { id } of [...starts, ...nodes]) {
    const below = rows.size === 0 ? 0 : Math.max(...rows.values()) + 1;
    if (!rows.has(id)) place(id, below);
  }
  return rows;
}
