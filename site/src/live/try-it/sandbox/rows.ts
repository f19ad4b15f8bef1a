import { type Call, Refusal, readSample, type SandboxAnswer, toSample } from './call.ts';
import { isRecord } from './check-request.ts';
import type { Behaviour } from './endpoint-data.ts';
import { listLike } from './fill.ts';
import { readPaging } from './query.ts';

type Row = Record<string, unknown>;

/** Answers requests about the rows of a table, which its key columns identify. */
export function answerOfRows(
  call: Call,
  { act, of }: Extract<Behaviour, { kind: 'rows' }>,
): SandboxAnswer | Refusal {
  const { endpoint, request, world } = call;
  const path = of.replace(/\{([^}]+)\}/g, (_, name: string) => String(request.parameters[name]));
  const table = world.collections[path];
  // The rows of a table that the reader has created are unknown.
  if (!table?.keys) return toSample(endpoint);
  const { keys } = table;
  const rowChanges = world.state.things[path] ?? {};
  const rows = new Map<string, Row>(table.items.map((row) => [makeRowKey(keys, row), row]));
  for (const [key, row] of Object.entries(rowChanges)) {
    if (row === null) rows.delete(key);
    else rows.set(key, row);
  }
  if (act === 'list') {
    const sample = readSample(endpoint);
    const list = listLike(sample, [...rows.values()], readPaging(call));
    const count = Object.values(isRecord(list) ? list : {}).find(Array.isArray)?.length ?? 0;
    const entries = Object.entries(isRecord(list) ? list : {});
    // The number in the answer is that of the rows.
    const body = entries.map(([name, value]) => [name, typeof value === 'number' ? count : value]);
    return { ...toSample(endpoint), body: Object.fromEntries(body) };
  }
  const sentRow = lowerNames(act === 'delete' ? readKeysOfPath(request.parameters) : request.body);
  const missingKey = keys.find((key) => (sentRow[key.toLowerCase()] ?? '') === '');
  if (missingKey !== undefined) return new Refusal(400, 'missing', missingKey);
  const key = makeRowKey(keys, sentRow);
  const existingRow = rows.get(key);
  if (act === 'insert' && existingRow) return new Refusal(400, 'row exists', keys.join(', '));
  world.state.things[path] = rowChanges;
  if (act === 'delete') rowChanges[key] = null;
  else if (act === 'insert' || existingRow) rowChanges[key] = { ...existingRow, ...sentRow };
  return act === 'insert' ? { ...toSample(endpoint), body: sentRow } : toSample(endpoint);
}

function makeRowKey(keys: readonly string[], row: Row): string {
  return JSON.stringify(keys.map((key) => String(row[key.toLowerCase()])));
}

/** The pairs `key1` and `value1`, `key2` and `value2` of a request. */
function readKeysOfPath(parameters: Readonly<Record<string, unknown>>): Row {
  const pairs = Object.entries(parameters).filter(([name, value]) => /^key\d$/.test(name) && value !== '');
  return Object.fromEntries(
    pairs.map(([name, column]) => [String(column), parameters[name.replace('key', 'value')]]),
  );
}

/** Answers write the columns in lower case. */
function lowerNames(value: unknown): Row {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cell]));
}
