import { asSample, type Call, Refusal, readSample, type SandboxAnswer, type World } from './call.ts';
import { isRecord } from './check-request.ts';
import { listThings, shapedLike } from './collections.ts';
import type { Behaviour } from './endpoint-data.ts';
import { findItemSample, listLike } from './fill.ts';
import { readPaging } from './query.ts';

/** Members of groups, roles and departments, and permissions of roles. */
export function answerOfRelation(
  call: Call,
  { act, relation, key, of, owner }: Extract<Behaviour, { kind: 'relation' }>,
): SandboxAnswer | Refusal {
  const { endpoint, request, world } = call;
  const whose = String(request.parameters[owner]);
  const storyOwners = world.story.relations[relation] ?? {};
  const changedOwners = world.state.relations[relation] ?? {};
  const keys = changedOwners[whose] ?? storyOwners[whose] ?? [];
  if (!(whose in changedOwners || whose in storyOwners || isNew(call, whose)))
    return new Refusal(400, 'unknown', whose);
  const items = [...listThings(world, of, of, key).values()];
  if (act === 'list' || act === 'others') {
    const sample = readSample(endpoint);
    const owners = { ...storyOwners, ...changedOwners };
    // A user is in one department at most.
    const takenKeys = new Set(relation === 'department' ? Object.values(owners).flat() : keys);
    const all = new Map(items.map((item) => [String(item[key]), item]));
    const listedItems = (
      act === 'list' ? keys : [...all.keys()].filter((one) => !takenKeys.has(one))
    ).flatMap((one) => {
      const item = all.get(one);
      return item ? [shapedLike(findItemSample(sample), item)] : [];
    });
    return { ...asSample(endpoint), body: listLike(sample, listedItems, readPaging(call)) };
  }
  const value = request.parameters[key] ?? (isRecord(request.body) ? request.body[key] : undefined);
  const one = String(value);
  if (!items.some((item) => item[key] === one)) return new Refusal(400, 'unknown', one);
  const isIn = keys.includes(one);
  // In a new story, the sample that adds must run before the one that removes.
  if (act === 'add' ? isIn : !isIn && whose in changedOwners)
    return new Refusal(400, act === 'add' ? 'already' : 'not in', one);
  // A user has one role.
  if (relation === 'role' && act === 'add')
    for (const [other, users] of Object.entries({ ...storyOwners, ...changedOwners }))
      if (users.includes(one)) changedOwners[other] = users.filter((user) => user !== one);
  changedOwners[whose] = act === 'add' ? [...keys, one] : keys.filter((other) => other !== one);
  world.state.relations[relation] = changedOwners;
  return asSample(endpoint);
}

/** Whether the role of a user holds a permission, as roles and permissions are now. */
export function hasPermission({ story, state }: World, user: string, permission: string): boolean {
  const now = (relation: string) => ({ ...story.relations[relation], ...state.relations[relation] });
  const permissions = now('permission');
  return Object.entries(now('role')).some(
    ([role, users]) => users.includes(user) && permissions[role]?.includes(permission) === true,
  );
}

/** Whether the reader created it. */
function isNew({ world }: Call, uid: string): boolean {
  return Object.values(world.state.things).some((things) => things[uid]);
}
