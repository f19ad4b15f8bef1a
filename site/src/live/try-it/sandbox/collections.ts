import { type Call, Refusal, readSample, type SandboxAnswer, toSample } from './call.ts';
import { findRole, isRecord } from './check-request.ts';
import { refuseGuardedThing } from './delete-guard.ts';
import type { Behaviour, Field } from './endpoint-data.ts';
import { convertLike, findItemSample, listLike } from './fill.ts';
import { moveMember } from './members.ts';
import { readPaging } from './query.ts';
import { freeUses } from './uses.ts';

type Thing = Record<string, unknown>;

/** Answers requests that create, read, change, delete and list things of any kind. */
export function answerOfCollection(
  call: Call,
  { act, of, key, field }: Extract<Behaviour, { kind: 'collection' }>,
): SandboxAnswer | Refusal {
  const { endpoint, request, world } = call;
  const collection = fillPath(of, request.parameters);
  const things = listThings(world, of, collection, field);
  const sample = readSample(endpoint);
  const changedThings = world.state.things[collection] ?? {};
  world.state.things[collection] = changedThings;
  const fields = isRecord(request.body) ? request.body : {};
  const refusal = refuseTakenValue(call, things, changedThings);
  if (refusal) return refusal;
  if (act === 'list') {
    const shownItems = listed([...things.values()], findItemSample(sample), field);
    return { ...toSample(endpoint), body: listLike(sample, shownItems, readPaging(call)) };
  }
  if (act === 'create') {
    // The item of the sample request may exist already, because other samples read it.
    const existingUid = findUniqueItem(call, things)?.uid;
    // Users and groups that are assigned to a task have a uid already.
    const sentUid = fields[field] === undefined ? undefined : String(fields[field]);
    const uid = existingUid ?? sentUid ?? world.uid();
    const shape = Array.isArray(sample) ? findItemSample(sample) : sample;
    const newItem = {
      ...(isRecord(shape) ? shape : {}),
      ...fields,
      new_uid: uid,
      [readKey(shape, field)]: uid,
    };
    const shaped = shapeLike(shape, newItem);
    // An item of the story stays in use: the group in the sample keeps its tasks.
    const existing = existingUid === undefined ? {} : things.get(existingUid);
    if (existing && things.has(uid)) freeUses(world, collection, uid, existing);
    changedThings[uid] = { ...newItem, ...(isRecord(shaped) ? shaped : {}), ...existing, ...fields };
    giveSentRole(call, uid, fields);
    if (sample === undefined) return toSample(endpoint);
    return { ...toSample(endpoint), body: Array.isArray(sample) ? [shaped] : shaped };
  }
  const uid = String(request.parameters[key]);
  const thing = things.get(uid);
  if (!thing) return new Refusal(400, 'unknown', uid);
  if (act === 'read') return { ...toSample(endpoint), body: shapeLike(sample, thing) };
  const guardRefusal = refuseGuardedThing(call, of, act, uid, things);
  if (guardRefusal) return guardRefusal;
  freeUses(world, collection, uid, thing);
  changedThings[uid] = act === 'delete' ? null : { ...thing, ...fields };
  if (act === 'update') giveSentRole(call, uid, fields);
  return toSample(endpoint);
}

/** Stores fields in a thing that no other request creates: the triggers of a step, for example. */
export function recordThing(
  { endpoint, request, world }: Call,
  { of, key, as }: Extract<Behaviour, { kind: 'record' }>,
): SandboxAnswer {
  const sentFields = { ...request.parameters, ...Object(request.body) };
  const collection = fillPath(of, sentFields);
  const uid = String(sentFields[key]).toLowerCase().replaceAll('_', '-');
  const fields = Object.entries(isRecord(request.body) ? request.body : {});
  const things = world.state.things[collection] ?? {};
  things[uid] = {
    ...things[uid],
    ...Object.fromEntries(fields.map(([name, value]) => [as[name] ?? name, value])),
  };
  world.state.things[collection] = things;
  return toSample(endpoint);
}

/** Deletes the things that a body names, without those that are in use: the answer has a result for each. */
export function deleteSeveral(
  call: Call,
  { of, key }: Extract<Behaviour, { kind: 'delete several' }>,
): SandboxAnswer {
  const { endpoint, request, world } = call;
  const things = listThings(world, of, of, key);
  const deletedUids = listValues(request.body, key).filter(
    (uid) => things.has(uid) && refuseGuardedThing(call, of, 'delete', uid, things) === undefined,
  );
  const deleted = Object.fromEntries(deletedUids.map((uid) => [uid, null]));
  world.state.things[of] = { ...world.state.things[of], ...deleted };
  return toSample(endpoint);
}

/** The values of a field, wherever it is. */
function listValues(value: unknown, field: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listValues(item, field));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === field ? [String(inner)] : listValues(inner, field),
  );
}

function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => String(values[name]));
}

/** Gives a user the role of the request. A user has one role. */
function giveSentRole({ endpoint, world }: Call, user: string, fields: Thing): void {
  const name = endpoint.body?.fields.find(({ refersTo }) => refersTo === 'role')?.name;
  const role = name === undefined ? undefined : findRole(world, String(fields[name]));
  if (role !== undefined) moveMember(world, 'role', role, user);
}

/** Lists the things one after the other, or nested if the sample has a list of children. */
function listed(things: readonly Thing[], sample: unknown, key: string): unknown[] {
  const entries = isRecord(sample) ? Object.entries(sample) : [];
  const children = entries.find(
    ([, value]) => isRecord(findItemSample(value)) && key in Object(findItemSample(value)),
  )?.[0];
  const above = entries.find(([name]) => name.endsWith('parent'))?.[0];
  if (children === undefined || above === undefined) return things.map((thing) => shapeLike(sample, thing));
  const leaf = Object.fromEntries(entries.filter(([name]) => name !== children));
  const nestBelow = (parent: string): unknown[] =>
    things
      .filter((thing) => String(thing[above] ?? '') === parent)
      .map((thing) => {
        const inner = nestBelow(String(thing[key]));
        return { ...Object(shapeLike(leaf, thing)), ...(inner.length > 0 && { [children]: inner }) };
      });
  return nestBelow('');
}

/** Current items, by key. */
export function listThings(
  world: Call['world'],
  of: string,
  collection: string,
  key: string,
): Map<string, Thing> {
  const things = new Map<string, Thing>();
  for (const item of world.collections[of]?.items ?? []) things.set(String(item[readKey(item, key)]), item);
  for (const [uid, change] of Object.entries(world.state.things[collection] ?? {})) {
    if (change === null) things.delete(uid);
    else things.set(uid, { ...things.get(uid), ...change });
  }
  return things;
}

/** Some lists write their fields in capitals. */
function readKey(item: unknown, key: string): string {
  const names = isRecord(item) ? Object.keys(item) : [];
  return names.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key;
}

/** Returns the thing with the fields of this endpoint's answer. */
export function shapeLike(sample: unknown, thing: Thing): unknown {
  if (!isRecord(sample)) return sample ?? thing;
  const byName = new Map(Object.entries(thing).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => {
      const existingThing = byName.get(name.toLowerCase());
      return [name, existingThing === undefined ? value : convertLike(existingThing, value)];
    }),
  );
}

/** Refuses a value that must be unique and that another item has. */
function refuseTakenValue(
  call: Call,
  things: ReadonlyMap<string, Thing>,
  changedValues: Readonly<Record<string, unknown>>,
): Refusal | undefined {
  const { endpoint, request } = call;
  if (endpoint.does.kind !== 'collection') return undefined;
  const { act, key } = endpoint.does;
  const other = findUniqueItem(call, things);
  if (other === undefined || (act === 'update' && other.uid === String(request.parameters[key])))
    return undefined;
  const isSample = act === 'create' && isSame(other.field.example, other.value) && !changedValues[other.uid];
  return isSample ? undefined : new Refusal(400, 'exists', other.field.name, String(other.value));
}

/** Finds an item that has the same value as the request in a field whose values are unique. */
function findUniqueItem(
  { endpoint, request }: Call,
  things: ReadonlyMap<string, Thing>,
): { uid: string; field: Field; value: unknown } | undefined {
  const fields = isRecord(request.body) ? request.body : {};
  for (const field of endpoint.body?.fields.filter(({ unique }) => unique) ?? []) {
    const value = fields[field.name];
    if (value === undefined) continue;
    for (const [uid, thing] of things)
      if (isSame(thing[readKey(thing, field.name)], value)) return { uid, field, value };
  }
  return undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
