import type { CaseAct } from '../../../reference/openapi/sandbox/behaviours.ts';
import { type Call, Refusal } from './call.ts';
import { processOf, taskOf } from './case-facts.ts';
import { sentValue } from './query.ts';
import { nextTask, userFor } from './route.ts';
import type { Delegation, StoryCase, StoryTask } from './story.ts';

export function delegation(
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
    dueOn: later(now, task.dueDays * 24 * 60),
    finishedOn: '',
  };
}

/** As answers have dates. */
export function later(date: string, minutes: number): string {
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
  const current = one.delegations.find(({ state }) => state !== 'closed');
  switch (act) {
    case 'delete': {
      if (one.status !== 'DRAFT') return new Refusal(400, 'no draft');
      if (one.startedBy !== user) return new Refusal(400, 'other user');
      return 'deleted';
    }
    case 'route':
    case 'pause':
    case 'cancel':
    case 'reassign':
    case 'claim':
    case 'assign':
    case 'resume': {
      const refusal = mayMove(call, act, one, current);
      if (refusal || !current) return refusal ?? new Refusal(400, 'completed');
      return moved(call, act, one, current);
    }
    case 'add note': {
      const text = sentValue(call, 'note') ?? '';
      one.notes.push({ user, writtenOn: world.now(), text });
      return 'changed';
    }
    default:
      return undefined;
  }
}

function mayMove(
  call: Call,
  act: CaseAct,
  one: StoryCase,
  current: Delegation | undefined,
): Refusal | undefined {
  if (one.status === 'COMPLETED') return new Refusal(400, 'completed');
  if (one.status === 'CANCELLED') return new Refusal(400, 'cancelled');
  const index = act === 'claim' || act === 'assign' ? undefined : sentValue(call, 'index');
  if (!current || (index !== undefined && Number(index) !== current.index)) return new Refusal(400, 'routed');
  if (act === 'claim' || act === 'assign')
    return current.user === '' ? undefined : new Refusal(400, 'other user');
  // Of a case as the story has it, the sample comes after the pause.
  const isAsTold = !(one.uid in call.world.state.cases);
  if (act === 'resume' ? current.state !== 'paused' && !isAsTold : current.state === 'paused')
    return new Refusal(400, act === 'resume' ? 'not paused' : 'paused');
  // Reassigning and cancelling are for those who have the right to it.
  if (act === 'reassign') {
    const from = sentValue(call, 'from user');
    return from === undefined || from === current.user ? undefined : new Refusal(400, 'other user');
  }
  if (act === 'cancel') return undefined;
  return current.user === call.user ? undefined : new Refusal(400, 'other user');
}

function moved(
  call: Call,
  act: 'route' | 'pause' | 'cancel' | 'reassign' | 'claim' | 'assign' | 'resume',
  one: StoryCase,
  current: Delegation,
): 'changed' | Refusal {
  const { world } = call;
  const now = world.now();
  switch (act) {
    case 'pause':
      current.state = 'paused';
      return 'changed';
    case 'resume':
      current.state = 'open';
      return 'changed';
    case 'cancel':
      closed(current, now);
      one.status = 'CANCELLED';
      return 'changed';
    case 'claim':
    case 'assign': {
      const user = act === 'claim' ? call.user : (sentValue(call, 'user') ?? call.user);
      if (!taskOf(call.world.story, current)?.users.includes(user)) return new Refusal(400, 'other user');
      Object.assign(current, { user, openedOn: now });
      return 'changed';
    }
    case 'reassign':
    case 'route': {
      const process = processOf(call.world.story, one);
      const user = sentValue(call, 'to user');
      const task =
        act === 'route' ? nextTask(process, current.task, one.variables) : taskOf(call.world.story, current);
      const isUser = world.story.users.some(({ uid }) => uid === user);
      if (act === 'reassign' && !isUser) return new Refusal(400, 'unknown', user);
      closed(current, now);
      if (!task) one.status = 'COMPLETED';
      else {
        const next = act === 'reassign' ? user : userFor(world.story, task, current.user, one.number);
        one.status = 'TO_DO';
        one.delegations.push(delegation(one.delegations.length + 1, task, next ?? '', current.user, now));
      }
      return 'changed';
    }
  }
}

function closed(current: Delegation, now: string): void {
  Object.assign(current, { state: 'closed', finishedOn: now });
}
