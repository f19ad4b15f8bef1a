import type { World } from './call.ts';

/** Members of each owner in a relation: of each group, for example. */
export function listOwners({ story, state }: World, relation: string): Record<string, string[]> {
  return { ...story.relations[relation], ...state.relations[relation] };
}

/** Members that an owner has in a relation, without those that the reader has deleted from their collection. */
export function listMemberUids(world: World, relation: string, owner: string, of: string): string[] {
  const members = listOwners(world, relation)[owner] ?? [];
  return members.filter((uid) => world.state.things[of]?.[uid] !== null);
}

export function setMembers({ state }: World, relation: string, owner: string, members: string[]): void {
  state.relations[relation] = { ...state.relations[relation], [owner]: members };
}

/** Moves a member to an owner, where a relation allows one owner only: a user has one role. */
export function moveMember(world: World, relation: string, owner: string, member: string): void {
  for (const [other, members] of Object.entries(listOwners(world, relation)))
    if (members.includes(member))
      setMembers(
        world,
        relation,
        other,
        members.filter((candidate) => candidate !== member),
      );
  setMembers(world, relation, owner, [...(listOwners(world, relation)[owner] ?? []), member]);
}
