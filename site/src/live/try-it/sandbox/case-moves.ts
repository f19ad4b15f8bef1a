import type { CaseAct } from '../../../reference/openapi/sandbox/behaviours.ts';
import { type Call, Refusal, type World } from './call.ts';
import { findProcess, findTask } from './case-facts.ts';
import { listOwners } from './members.ts';
import { readSentValue } from './query.ts';
import { hasPermission } from './relations.ts';
import { chooseUser, findNextTask, isDeletedUser } from './route.ts';
import type { Delegation, StoryCase, StoryTask } from './story.ts';

export function createDelegation(
  index: number,
  task: StoryTask,
  user: string,
  previousUser: string,
  now: string,
): Delegation {
  return {
    index,
    task: task.uid,
    user,
    previousUser,
    state: 'open',
    sentOn: now,
    openedOn: user === '' ? '' : now,
    dueOn: addMinutes(now, task.dueDays * 24 * 60),
    finishedOn: '',
  };
}

/** Adds minutes to a date in the format of answers. */
export function addMinutes(date: string, minutes: number): string {
  const then = Date.parse(`${date.replace(' ', 'T')}Z`) + minutes * 60_000;
  return new Date(then).toISOString().slice(0, 19).replace('T', ' ');
}

/** Moves the case, where the act does; `undefined` where it is another one's. */
export function changeCase(
  call: Call,
  act: CaseAct,
  one: StoryCase,
): 'changed' | 'deleted' | Refusal | undefined {
  const { world, user } = call;
  if (act === 'delete') {
    if (one.status !== 'DRAFT') return new Refusal(400, 'no draft');
    return one.startedBy === user || hasPermission(world, user, world.story.deletesOthersDrafts)
      ? 'deleted'
      : new Refusal(400, 'other user');
  }
  if (act === 'add note') {
    one.notes.push({ user, writtenOn: world.now(), text: readSentValue(call, 'note') ?? '' });
    return 'changed';
  }
  const move = moves[act];
  if (!move) return undefined;
  if (one.status === 'COMPLETED') return new Refusal(400, 'completed');
  if (one.status === 'CANCELLED') return new Refusal(400, 'cancelled');
  if (act === 'cancel' && one.status !== 'TO_DO') return new Refusal(400, 'not in progress');
  const current = one.delegations.find(({ state }) => state !== 'closed');
  if (!current) return new Refusal(400, 'routed');
  return mayMove(call, act, one, current) ?? move(call, current, one) ?? 'changed';
}

function mayMove(call: Call, act: CaseAct, one: StoryCase, current: Delegation): Refusal | undefined {
  if (act === 'claim' || act === 'assign')
    return current.user === '' ? undefined : new Refusal(400, 'other user');
  const index = readSentValue(call, 'index');
  if (index !== undefined && Number(index) !== current.index) return new Refusal(400, 'routed');
  // In a case of the story, the sample's request comes after the pause.
  const isAsTold = !(one.uid in call.world.state.cases);
  if (act === 'resume' ? current.state !== 'paused' && !isAsTold : current.state === 'paused')
    return new Refusal(400, act === 'resume' ? 'not paused' : 'paused');
  if (act === 'reassign') {
    if (!mayReassign(call, one)) return new Refusal(403, 'may not reassign');
    const from = readSentValue(call, 'from user');
    return from === undefined || from === current.user ? undefined : new Refusal(400, 'other user');
  }
  // The endpoint needs the permission to cancel.
  if (act === 'cancel') return undefined;
  return current.user === call.user ? undefined : new Refusal(400, 'other user');
}

/** One permission lets a user reassign any case, another one only cases that the user supervises. */
function mayReassign({ world, user }: Call, one: StoryCase): boolean {
  const { story } = world;
  const isSupervisor = findProcess(story, one).supervisors.includes(user);
  return (
    hasPermission(world, user, story.reassignsAnyCase) ||
    (isSupervisor && hasPermission(world, user, story.reassignsSupervisedCases))
  );
}

/** Users of a task now: those of the story, and those that the reader has added, themselves or in a group. */
function isValidFor(world: World, task: StoryTask | undefined, user: string): boolean {
  if (!task || isDeletedUser(world, user)) return false;
  const ends = world.story.assigneeCollections.map((path) => path.replace('{task}', task.uid));
  const addedUids = Object.entries(world.state.things).flatMap(([collection, things]) =>
    ends.some((end) => collection.endsWith(end)) ? Object.keys(things).filter((uid) => things[uid]) : [],
  );
  const groups = listOwners(world, 'group');
  return [task.users, addedUids, ...addedUids.map((uid) => groups[uid] ?? [])].flat().includes(user);
}

type Move = (call: Call, current: Delegation, one: StoryCase) => Refusal | undefined;

const moves: Partial<Record<CaseAct, Move>> = {
  pause(_, current) {
    current.state = 'paused';
  },
  resume(_, current) {
    current.state = 'open';
  },
  cancel({ world }, current, one) {
    Object.assign(current, closeDelegation(world.now()));
    one.status = 'CANCELLED';
  },
  claim: (call, current) => give(call, current, call.user),
  assign: (call, current) => give(call, current, readSentValue(call, 'user') ?? call.user),
  reassign(call, current, one) {
    const { story } = call.world;
    const user = readSentValue(call, 'to user');
    const task = findTask(story, current);
    if (user === undefined || !isValidFor(call.world, task, user)) return new Refusal(400, 'not valid', user);
    passOn(call, current, one, task, user);
  },
  route(call, current, one) {
    const { story } = call.world;
    const task = findNextTask(findProcess(story, one), current.task, one.variables);
    const users = task?.users.filter((uid) => !isDeletedUser(call.world, uid)) ?? [];
    passOn(call, current, one, task, task && chooseUser(story, { ...task, users }, current.user, one.number));
  },
};

/** A task without an assignee. */
function give({ world }: Call, current: Delegation, user: string): Refusal | undefined {
  if (!isValidFor(world, findTask(world.story, current), user)) return new Refusal(400, 'other user');
  Object.assign(current, { user, openedOn: world.now() });
}

/** Continues the case with this task, or ends it if there is none. */
function passOn(
  { world }: Call,
  current: Delegation,
  one: StoryCase,
  task: StoryTask | undefined,
  user = '',
): void {
  const now = world.now();
  Object.assign(current, closeDelegation(now));
  one.status = task ? 'TO_DO' : 'COMPLETED';
  if (task) one.delegations.push(createDelegation(one.delegations.length + 1, task, user, current.user, now));
}

function closeDelegation(now: string): Partial<Delegation> {
  return { state: 'closed', finishedOn: now };
}
