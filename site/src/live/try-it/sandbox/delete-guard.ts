import { type Call, Refusal, type World } from './call.ts';
import { isRecord } from './check-request.ts';
import type { DeleteGuard } from './endpoint-data.ts';
import { listMemberUids } from './members.ts';
import { listCurrentCases } from './route.ts';
import { hasUses } from './uses.ts';

type Thing = Record<string, unknown>;

/** Refuses to delete a thing that is in use, and to change or delete one that is built in. */
export function refuseGuardedThing(
  { world, request }: Pick<Call, 'world' | 'request'>,
  of: string,
  act: 'update' | 'delete',
  uid: string,
  things: ReadonlyMap<string, Thing>,
): Refusal | undefined {
  const guard = world.collections[of]?.guard;
  if (!guard) return undefined;
  if (guard.builtIn?.includes(uid)) return new Refusal(400, 'built in', uid);
  const thing = things.get(uid) ?? {};
  if (act === 'update') {
    const sentFields = isRecord(request.body) ? request.body : {};
    const isChanged = guard.fixed?.fields.some(
      (field) => field in sentFields && sentFields[field] !== thing[field],
    );
    return guard.fixed && isChanged && hasUses(world, of, uid, thing)
      ? new Refusal(400, guard.fixed.reason, uid)
      : undefined;
  }
  if (isInUse(world, guard, uid, things)) return new Refusal(400, guard.reason, uid);
  if (hasUses(world, of, uid, thing)) return new Refusal(400, guard.usedReason ?? guard.reason, uid);
  return undefined;
}

function isInUse(
  world: World,
  { counts, members, parent, cases }: DeleteGuard,
  uid: string,
  things: ReadonlyMap<string, Thing>,
): boolean {
  if (counts?.some((field) => Number(things.get(uid)?.[field] ?? 0) > 0)) return true;
  if (members && listMemberUids(world, members.relation, uid, members.of).length > 0) return true;
  if (parent !== undefined && [...things.values()].some((thing) => thing[parent] === uid)) return true;
  return cases !== undefined && hasCases(world, cases, uid);
}

/** Whether a user has an open case now, or whether a process has any case. */
function hasCases({ story, state }: World, by: 'user' | 'process', uid: string): boolean {
  return listCurrentCases(story, state).some(({ process, status, startedBy, delegations }) => {
    if (by === 'process') return process === uid;
    if (status === 'COMPLETED' || status === 'CANCELLED') return false;
    return (
      (status === 'DRAFT' && startedBy === uid) ||
      delegations.some((delegation) => delegation.state !== 'closed' && delegation.user === uid)
    );
  });
}
