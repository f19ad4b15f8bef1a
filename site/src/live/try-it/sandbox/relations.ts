import { asSample, type Call, Refusal, type SandboxAnswer, sampleOf, type World } from './call.ts';
import { isRecord } from './check-request.ts';
import { shapedLike, thingsIn } from './collections.ts';
import type { Behaviour } from './endpoint-data.ts';
import { itemOf, listLike } from './fill.ts';
import { pageOf } from './query.ts';

/** Who belongs to a group, a role or a department, and which permissions to a role. */
export function answerOfRelation(
  call: Call,
  { act, relation, key, of, owner }: Extract<Behaviour, { kind: 'relation' }>,
): SandboxAnswer | Refusal {
  const { endpoint, request, world } = call;
  const whose = String(request.parameters[owner]);
  const given = world.story.relations[relation] ?? {};
  const kept = world.state.relations[relation] ?? {};
  const keys = kept[whose] ?? given[whose] ?? [];
  if (!(whose in kept || whose in given || isNew(call, whose))) return new Refusal(400, 'unknown', whose);
  const items = [...thingsIn(world, of, of, key).values()];
  if (act === 'list' || act === 'others') {
    const sample = sampleOf(endpoint);
    const owners = { ...given, ...kept };
    // A user is in one department at most.
    const taken = new Set(relation === 'department' ? Object.values(owners).flat() : keys);
    const all = new Map(items.map((item) => [String(item[key]), item]));
    const shown = (act === 'list' ? keys : [...all.keys()].filter((one) => !taken.has(one))).flatMap(
      (one) => {
        const item = all.get(one);
        return item ? [shapedLike(itemOf(sample), item)] : [];
      },
    );
    return { ...asSample(endpoint), body: listLike(sample, shown, pageOf(call)) };
  }
  const value = request.parameters[key] ?? (isRecord(request.body) ? request.body[key] : undefined);
  const one = String(value);
  if (!items.some((item) => item[key] === one)) return new Refusal(400, 'unknown', one);
  const isIn = keys.includes(one);
  // As the story begins, the sample that removes comes after the one that adds.
  if (act === 'add' ? isIn : !isIn && whose in kept)
    return new Refusal(400, act === 'add' ? 'already' : 'not in', one);
  // A user has one role.
  if (relation === 'role' && act === 'add')
    for (const [other, users] of Object.entries({ ...given, ...kept }))
      if (users.includes(one)) kept[other] = users.filter((user) => user !== one);
  kept[whose] = act === 'add' ? [...keys, one] : keys.filter((other) => other !== one);
  world.state.relations[relation] = kept;
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

/** The reader created it. */
function isNew({ world }: Call, uid: string): boolean {
  return Object.values(world.state.things).some((things) => things[uid]);
}
