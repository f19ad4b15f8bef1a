import { isTrue, parseCondition } from '../../process-player/condition.ts';
import type { World } from './call.ts';
import type { State } from './state.ts';
import type { Story, StoryCase, StoryProcess, StoryTask } from './story.ts';

/**
 * Finds the task after a task: by the first way whose condition is true, otherwise by the way without one. Undefined at
 * an end.
 */
export function findNextTask(
  { tasks, flows }: Pick<StoryProcess, 'tasks' | 'flows'>,
  from: string,
  variables: Readonly<Record<string, unknown>>,
): StoryTask | undefined {
  const outgoingFlows = flows.filter((flow) => flow.from === from);
  const chosenFlow =
    outgoingFlows.find(({ condition }) => condition !== undefined && isMet(condition, variables)) ??
    outgoingFlows.find(({ condition }) => condition === undefined);
  if (!chosenFlow) return undefined;
  return (
    tasks.find(({ uid }) => uid === chosenFlow.to) ?? findNextTask({ tasks, flows }, chosenFlow.to, variables)
  );
}

/** `@@decision == "rejected"`, `@#totalAmount > 5000` */
function isMet(text: string, variables: Readonly<Record<string, unknown>>): boolean {
  const condition = parseCondition(text);
  const texts = Object.entries(variables).map(([name, value]) => [name, String(value ?? '')]);
  return condition !== undefined && isTrue(condition, Object.fromEntries(texts));
}

/** Finds the user who gets a task: the sender's manager, the next one in turn, or none if the task must be claimed. */
export function chooseUser(story: Story, task: StoryTask, sender: string, casesBefore: number): string {
  switch (task.assignment) {
    case 'claimed':
      return '';
    case 'manager':
      return findManager(story, sender) ?? task.users[0] ?? '';
    case 'in turn':
      return task.users[casesBefore % Math.max(1, task.users.length)] ?? '';
  }
}

function findManager({ users, departments }: Story, uid: string): string | undefined {
  const ownDepartment = departments[users.find((user) => user.uid === uid)?.department ?? ''];
  const above = departments[ownDepartment?.parent ?? ''];
  return ownDepartment?.manager === uid ? above?.manager : ownDepartment?.manager;
}

/** Whether the reader has deleted the account. */
export function isDeletedUser({ story, state }: Pick<World, 'story' | 'state'>, uid: string): boolean {
  return state.things[story.userCollection]?.[uid] === null;
}

/** The cases as they are now, the newest first. */
export function listCurrentCases(story: Story, { cases }: State): StoryCase[] {
  const changedCases = Object.values(cases).filter((candidate) => candidate !== null);
  const otherCases = story.cases.filter(({ uid }) => !(uid in cases));
  return [...changedCases, ...otherCases].sort((a, b) => b.number - a.number);
}
