import type { Box, Layout } from './geometry.ts';
import type { BpmnModel, Flow } from './model.ts';

export type Point = readonly [x: number, y: number];

export interface RoutedFlow {
  flow: Flow;
  points: Point[];
}

/** Lower shapes have their name below them. */
const NAMED_BELOW = 60;

/** Sequence flows as lines of right angles that keep clear of the nodes, as far as there is room. */
export function routeFlows({ pools }: BpmnModel, layout: Layout): RoutedFlow[] {
  const routed: RoutedFlow[] = [];
  for (const flow of pools.flatMap((pool) => pool.flows)) {
    const source = layout.nodes.get(flow.source);
    const target = layout.nodes.get(flow.target);
    if (!source || !target) continue;
    const others = [...layout.nodes.values()].filter((one) => one !== source && one !== target);
    const ways = waysBetween(source, target, layout);
    const costs = ways.map((points) => cost(points, others, routed, source, target));
    const best = ways[costs.indexOf(Math.min(...costs))];
    if (best) routed.push({ flow, points: best });
  }
  return routed;
}

/** Message flows run from pool to pool, up or down. */
export function routeMessages({ messages, pools }: BpmnModel, layout: Layout): RoutedFlow[] {
  const boxes = new Map<string, Box>(layout.nodes);
  for (const [index, pool] of pools.entries()) {
    const placed = layout.pools[index];
    if (placed) boxes.set(pool.id, placed);
  }
  return messages.flatMap((flow) => {
    const source = boxes.get(flow.source);
    const target = boxes.get(flow.target);
    if (!source || !target) return [];
    const down = source.y < target.y;
    const isPool = (box: Box) => box.width > 300;
    const x = isPool(source) ? middle(target)[0] : middle(source)[0];
    const end = isPool(target) ? x : middle(target)[0];
    const from: Point = [x, down ? source.y + source.height : source.y];
    const to: Point = [end, down ? target.y : target.y + target.height];
    const half = (from[1] + to[1]) / 2;
    const points: Point[] = from[0] === to[0] ? [from, to] : [from, [from[0], half], [to[0], half], to];
    return [{ flow, points }];
  });
}

function middle({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}

function waysBetween(source: Box, target: Box, { height, nodes }: Layout): Point[][] {
  const [sx, sy] = middle(source);
  const [tx, ty] = middle(target);
  const right: Point = [source.x + source.width, sy];
  const left: Point = [target.x, ty];
  const out: Point = [sx, ty > sy ? source.y + source.height : source.y];
  const into: Point = [tx, sy > ty ? target.y + target.height : target.y];
  const ways: Point[][] = [];
  if (sy === ty) ways.push([right, left]);
  else {
    ways.push([out, [sx, ty], left], [right, [tx, sy], into]);
    const bends = [source.x + source.width + 18, target.x - 18];
    for (const x of bends) ways.push([right, [x, sy], [x, ty], left]);
  }
  // Around everything: along the free space between two rows.
  const levels = new Set(
    [...nodes.values()].flatMap((box) => [
      box.y - 16,
      box.y + box.height + (box.height < NAMED_BELOW ? 38 : 18),
    ]),
  );
  for (const level of [...levels, height - 6]) {
    const from: Point = [sx, level > sy ? source.y + source.height : source.y];
    const to: Point = [tx, level > ty ? target.y + target.height : target.y];
    ways.push([from, [sx, level], [tx, level], to]);
  }
  return ways;
}

function cost(
  points: readonly Point[],
  others: readonly Box[],
  routed: readonly RoutedFlow[],
  source: Box,
  target: Box,
): number {
  let sum = points.length * 30;
  for (const [from, to] of segments(points)) {
    sum += Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]);
    if (to[0] < from[0]) sum += 40;
    sum += 4000 * others.filter((box) => crosses(from, to, box, 6)).length;
    sum += 4000 * [source, target].filter((box) => crosses(from, to, box, -2)).length;
    for (const other of routed) {
      for (const [start, end] of segments(other.points)) {
        if (overlaps(from, to, start, end)) sum += 500;
        else if (meets(from, to, start, end)) sum += 60;
      }
    }
  }
  return sum;
}

export function segments(points: readonly Point[]): [Point, Point][] {
  return points.slice(1).map((point, index) => [points[index] ?? point, point]);
}

function crosses([ax, ay]: Point, [bx, by]: Point, { x, y, width, height }: Box, room: number): boolean {
  return (
    Math.max(ax, bx) > x - room &&
    Math.min(ax, bx) < x + width + room &&
    Math.max(ay, by) > y - room &&
    Math.min(ay, by) < y + height + room
  );
}

/** Two parallel lines that lie upon each other for a while. */
function overlaps(a: Point, b: Point, c: Point, d: Point): boolean {
  const along = (axis: 0 | 1) => {
    const other = axis === 0 ? 1 : 0;
    if (a[other] !== b[other] || c[other] !== d[other] || Math.abs(a[other] - c[other]) > 4) return false;
    const from = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]));
    const to = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]));
    return to - from > 8;
  };
  return along(0) || along(1);
}

function meets(a: Point, b: Point, c: Point, d: Point): boolean {
  return (
    Math.max(a[0], b[0]) > Math.min(c[0], d[0]) &&
    Math.min(a[0], b[0]) < Math.max(c[0], d[0]) &&
    Math.max(a[1], b[1]) > Math.min(c[1], d[1]) &&
    Math.min(a[1], b[1]) < Math.max(c[1], d[1])
  );
}
