import { type Grid, gridOf } from './grid.ts';
import type { BpmnModel, BpmnNode, NodeKind, Note, Pool } from './model.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedNode extends Box {
  node: BpmnNode;
}

export interface PlacedNote extends Box {
  note: Note;
}

export interface PlacedPool extends Box {
  pool: Pool;
  lanes: (Box & { name: string })[];
}

export interface Layout {
  width: number;
  height: number;
  pools: PlacedPool[];
  nodes: Map<string, PlacedNode>;
  notes: PlacedNote[];
}

/** Room between a shape and its neighbours in the row; a gateway needs some for the names of its flows. */
const GAP = { task: 28, event: 62, gateway: 96 };
const ROW = 108;
const MARGIN = 12;
const POOL_LABEL = 28;
const BLACK_BOX = 56;
const POOL_GAP = 44;
const NOTE = { width: 140, height: 48 };

/** Sizes in pixels, as BPMN tools draw them. */
export function sizeOf(kind: NodeKind): { width: number; height: number } {
  if (kind.endsWith('Gateway')) return { width: 46, height: 46 };
  if (kind.endsWith('Event')) return { width: 34, height: 34 };
  if (kind.startsWith('data')) return { width: 36, height: 46 };
  return { width: 112, height: 64 };
}

export function layOut({ pools }: BpmnModel): Layout {
  const named = pools.some(({ name, lanes }) => name !== '' || lanes.length > 0);
  const left =
    MARGIN + (named ? POOL_LABEL : 0) + (pools.some(({ lanes }) => lanes.length > 0) ? POOL_LABEL : 0);
  const nodes = new Map<string, PlacedNode>();
  const notes: PlacedNote[] = [];
  const placed: PlacedPool[] = [];
  const grids = pools.map((pool) => gridOf(pool));
  const columns = columnsOf(pools, grids, left);
  const width = Math.max(...columns.map((column) => column.x + column.width)) + MARGIN;
  let top = MARGIN;
  for (const [index, pool] of pools.entries()) {
    const grid = grids[index] ?? new Map();
    const noteSpace = pool.notes.length > 0 ? NOTE.height + 24 : 0;
    const height = pool.blackBox ? BLACK_BOX : rowsOf(grid) * ROW + noteSpace;
    placeNodes(pool, grid, columns, top + noteSpace, nodes);
    placeNotes(pool, top + 8, nodes, notes);
    placed.push({
      pool,
      x: MARGIN,
      y: top,
      width: width - 2 * MARGIN,
      height,
      lanes: lanesOf(pool, grid, {
        x: MARGIN + POOL_LABEL,
        y: top + noteSpace,
        width: width - 2 * MARGIN - POOL_LABEL,
      }),
    });
    top += height + POOL_GAP;
  }
  return { width, height: top - POOL_GAP + MARGIN, pools: placed, nodes, notes };
}

interface Column {
  x: number;
  width: number;
}

/** Each as wide as its widest shape needs, the same for all pools; at least one. */
function columnsOf(pools: readonly Pool[], grids: readonly Grid[], left: number): Column[] {
  const widths: number[] = [0];
  for (const [index, { nodes }] of pools.entries()) {
    for (const { id, kind } of nodes) {
      const column = grids[index]?.get(id)?.column ?? 0;
      const { width } = sizeOf(kind);
      const gap = kind.endsWith('Gateway') ? GAP.gateway : width < 100 ? GAP.event : GAP.task;
      widths[column] = Math.max(widths[column] ?? 0, width + gap);
    }
  }
  let x = left;
  return widths.map((width) => {
    x += width;
    return { x: x - width, width };
  });
}

function rowsOf(grid: Grid): number {
  return Math.max(1, ...[...grid.values()].map(({ row }) => row + 1));
}

function placeNodes(
  pool: Pool,
  grid: Grid,
  columns: readonly Column[],
  top: number,
  nodes: Map<string, PlacedNode>,
): void {
  for (const node of pool.nodes) {
    const { column, row } = grid.get(node.id) ?? { column: 0, row: 0 };
    const { width, height } = sizeOf(node.kind);
    const { x: left, width: room } = columns[column] ?? { x: 0, width };
    const x = left + (room - width) / 2;
    const y = top + row * ROW + (ROW - height) / 2;
    nodes.set(node.id, { node, x, y, width, height });
  }
  for (const node of pool.nodes) {
    const host = node.attachedTo === undefined ? undefined : nodes.get(node.attachedTo);
    const own = nodes.get(node.id);
    if (host && own) Object.assign(own, { x: host.x + host.width - 40, y: host.y + host.height - 17 });
  }
}

function placeNotes(
  pool: Pool,
  y: number,
  nodes: ReadonlyMap<string, PlacedNode>,
  notes: PlacedNote[],
): void {
  for (const [index, note] of pool.notes.entries()) {
    const about = note.about === undefined ? undefined : nodes.get(note.about);
    const x = about ? about.x + about.width / 2 - NOTE.width / 2 : MARGIN + index * (NOTE.width + 16);
    notes.push({ note, x: Math.max(MARGIN, x), y, ...NOTE });
  }
}

function lanesOf(pool: Pool, grid: Grid, area: { x: number; y: number; width: number }): PlacedPool['lanes'] {
  let y = area.y;
  return pool.lanes.map((lane) => {
    const rows = lane.nodes.flatMap((id) => grid.get(id)?.row ?? []);
    const count = rows.length === 0 ? 1 : Math.max(...rows) - Math.min(...rows) + 1;
    const box = { name: lane.name, x: area.x, y, width: area.width, height: count * ROW };
    y += box.height;
    return box;
  });
}
