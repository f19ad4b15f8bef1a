import { type Call, Refusal, readSample, type SandboxAnswer, toSample, type World } from './call.ts';
import { isRecord } from './check-request.ts';
import { listThings, shapeLike } from './collections.ts';
import type { Behaviour } from './endpoint-data.ts';
import { findItemSample, listLike } from './fill.ts';
import { listOwners, moveMember, setMembers } from './members.ts';
import { readPaging } from './query.ts';

/** Members of groups, roles and departments, and permissions of roles. */
export function answerOfRelation(
  call: Call,
  { act, relation, key, of, owner }: Extract<Behaviour, { kind: 'relation' }>,
): SandboxAnswer | Refusal {
  const { endpoint, request, world } = call;
  const whose = String(request.parameters[owner]);
  const owners = listOwners(world, relation);
  const isChanged = whose in (world.state.relations[relation] ?? {});
  const keys = owners[whose] ?? [];
  if (!(whose in owners || isNew(call, whose))) return new Refusal(400, 'unknown', whose);
  const items = [...listThings(world, of, of, key).values()];
  if (act === 'list' || act === 'others') {
    const sample = readSample(endpoint);
    // A user is in one department at most.
    const takenKeys = new Set(relation === 'department' ? Object.values(owners).flat() : keys);
    const all = new Map(items.map((item) => [String(item[key]), item]));
    const listedItems = (
      act === 'list' ? keys : [...all.keys()].filter((candidate) => !takenKeys.has(candidate))
    ).flatMap((element) => {
      const item = all.get(element);
      return item ? [shapeLike(findItemSample(sample), item)] : [];
    });
    return { ...toSample(endpoint), body: listLike(sample, listedItems, readPaging(call)) };
  }
  const value = request.parameters[key] ?? (isRecord(request.body) ? request.body[key] : undefined);
  const one = String(value);
  if (!items.some((item) => item[key] === one)) return new Refusal(400, 'unknown', one);
  const isIn = keys.includes(one);
  if (act === 'lead') return isIn ? toSample(endpoint) : new Refusal(400, 'not in', one);
  // A user leaves a department before joining another one.
  const isTaken = relation === 'department' && Object.values(owners).some((members) => members.includes(one));
  // In a new story, the sample that adds must run before the one that removes.
  if (act === 'add' ? isIn || isTaken : !isIn && isChanged)
    return new Refusal(400, act === 'add' ? 'already' : 'not in', one);
  if (act === 'remove' && relation === 'permission' && whose === world.story.fixedRole)
    return new Refusal(400, 'fixed role', whose);
  if (act === 'add' && relation === 'role') moveMember(world, relation, whose, one);
  else
    setMembers(
      world,
      relation,
      whose,
      act === 'add' ? [...keys, one] : keys.filter((other) => other !== one),
    );
  return toSample(endpoint);
}

/** Whether the role of a user holds a permission, as roles and permissions are now. */
export function hasPermission(world: World, user: string, permission: string): boolean {
  const permissions = listOwners(world, 'permission');
  return Object.entries(listOwners(world, 'role')).some(
    ([role, users]) => users.includes(user) && permissions[role]?.includes(permission) === true,
  );
}

/** Whether the reader created it. */
function isNew({ world }: Call, uid: string): boolean {
  return Object.values(world.state.things).some((things) => things[uid]);
}
