import type { Delegation, Story, StoryCase, StoryProcess, StoryTask } from './story.ts';

/** Facts about a case, by names of our own. The story maps them to fields of answers. */
export function describeCase(story: Story, one: StoryCase) {
  const process = story.processes.find(({ uid }) => uid === one.process);
  const starter = describeUser(story, one.startedBy);
  const last = one.delegations.findLast(({ state }) => state !== 'closed') ?? one.delegations.at(-1);
  const delegations = one.delegations.map((delegation) => describeDelegation(story, one, delegation));
  return {
    ...(last && describeDelegation(story, one, last)),
    case: one.uid,
    number: one.number,
    title: one.title,
    status: one.status,
    process: one.process,
    processTitle: process?.title,
    category: process?.category,
    startedBy: one.startedBy,
    startedByName: starter.fullName,
    startedByUser: starter.userName,
    startedOn: one.startedOn,
    changedOn: one.changedOn,
    endedOn: one.status === 'COMPLETED' ? one.changedOn : '',
    delegations,
    currentTasks: delegations.filter(({ thread }) => thread === 'OPEN'),
  };
}

function describeDelegation(story: Story, one: StoryCase, each: Delegation) {
  const task = findTask(story, each);
  const previous = describeUser(story, each.previousUser);
  return {
    ...describeUser(story, each.user),
    index: each.index,
    task: each.task,
    taskTitle: task?.title,
    isFirstTask: task?.isFirst,
    previousUser: each.previousUser,
    previousUserName: previous.fullName,
    sentBy: previous.userName === '' ? describeUser(story, one.startedBy) : previous,
    sender: previous.userName || describeUser(story, one.startedBy).userName,
    thread: each.state === 'closed' ? 'CLOSED' : 'OPEN',
    state: each.state === 'paused' ? 'PAUSED' : each.user === '' ? 'UNASSIGNED' : undefined,
    isUnassigned: each.user === '',
    sentOn: each.sentOn,
    openedOn: each.openedOn,
    dueOn: each.dueOn,
    finishedOn: each.finishedOn,
  };
}

export function describeUser({ users }: Story, uid: string) {
  const user = users.find((candidate) => candidate.uid === uid);
  return {
    user: uid,
    userName: user?.name ?? '',
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    fullName: user ? `${user.firstName} ${user.lastName}` : '',
    email: user?.email ?? '',
  };
}

export function findProcess({ processes }: Story, one: StoryCase): StoryProcess {
  const process = processes.find(({ uid }) => uid === one.process);
  if (!process) throw new Error('The case has no process.');
  return process;
}

export function findTask({ processes }: Story, { task }: Delegation): StoryTask | undefined {
  return processes.flatMap(({ tasks }) => tasks).find(({ uid }) => uid === task);
}
