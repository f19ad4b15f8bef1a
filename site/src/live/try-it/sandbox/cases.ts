import type { CaseAct, CaseList } from '../../../reference/openapi/sandbox/behaviours.ts';
import { type Call, Refusal, readSample, type SandboxAnswer, toSample } from './call.ts';
import { answerOfDocuments } from './case-documents.ts';
import { describeCase, describeUser, findProcess, findTask } from './case-facts.ts';
import { changeCase, createDelegation } from './case-moves.ts';
import { answerOfVariables } from './case-variables.ts';
import { fill, findItemSample, listLike } from './fill.ts';
import { readPaging, readSentValue } from './query.ts';
import { hasPermission } from './relations.ts';
import { isDeletedUser, listCurrentCases } from './route.ts';
import type { StoryCase } from './story.ts';

/** Actions on one case. */
export function answerOfCase(call: Call, act: CaseAct): SandboxAnswer | Refusal {
  const { endpoint, world } = call;
  if (act === 'start') return startCase(call);
  if (act === 'first tasks') {
    const tasks = world.story.processes.flatMap((process) =>
      process.tasks
        .filter(({ isFirst, users }) => isFirst && users.includes(call.user))
        .map(({ uid }) => ({ task: uid, process: process.uid, processTitle: process.title })),
    );
    return fillSample(call, tasks);
  }
  const one = findCase(call);
  if (one instanceof Refusal) return one;
  if (!maySee(call, one)) return new Refusal(403, 'other people');
  const changedCase = structuredClone(one);
  const newCase =
    changeCase(call, act, changedCase) ??
    answerOfVariables(call, act, changedCase) ??
    answerOfDocuments(call, act, changedCase);
  if (newCase instanceof Refusal) return newCase;
  if (newCase === 'deleted') {
    world.state.cases[one.uid] = null;
    return toSample(endpoint);
  }
  if (newCase === 'changed') {
    changedCase.changedOn = world.now();
    world.state.cases[one.uid] = changedCase;
    return toSample(endpoint);
  }
  if (newCase) return newCase;
  return describeOutcome(call, act, one);
}

/** The case of the path: by its uid, or by its number. */
function findCase(call: Call): StoryCase | Refusal {
  const uid = readSentValue(call, 'case');
  const number = readSentValue(call, 'number');
  const matchingCase = listCurrentCases(call.world.story, call.world.state).find((currentCase) =>
    uid === undefined ? String(currentCase.number) === number : currentCase.uid === uid,
  );
  return matchingCase ?? new Refusal(400, 'unknown', uid ?? number ?? '');
}

/** Whether the user takes part, may take part next, supervises the process, or may see all cases. */
function maySee(call: Call, one: StoryCase): boolean {
  const { world, user } = call;
  return (
    one.startedBy === user ||
    one.delegations.some(
      (delegation) =>
        delegation.user === user || findTask(call.world.story, delegation)?.users.includes(user),
    ) ||
    findProcess(call.world.story, one).supervisors.includes(user) ||
    hasPermission(world, user, world.story.seesAllCases)
  );
}

function startCase(call: Call): SandboxAnswer | Refusal {
  const { world, request } = call;
  const process = world.story.processes.find(({ uid }) => uid === readSentValue(call, 'process'));
  const task = process?.tasks.find(({ uid }) => uid === readSentValue(call, 'task'));
  const user = readSentValue(call, 'user') ?? call.user;
  if (!process || !task)
    return new Refusal(400, 'unknown', readSentValue(call, process ? 'task' : 'process'));
  if (!world.story.users.some(({ uid }) => uid === user) || isDeletedUser(world, user))
    return new Refusal(400, 'unknown', user);
  if (!task.isFirst || !task.users.includes(user)) return new Refusal(400, 'may not start');
  const all = listCurrentCases(world.story, world.state);
  const uid = world.uid();
  const number = Math.max(...all.map((item) => item.number)) + 1;
  const variables = readVariables(request.body);
  const now = world.now();
  world.state.cases[uid] = {
    uid,
    number,
    title: String(variables.requestTitle ?? `#${number}`),
    process: process.uid,
    status: 'DRAFT',
    startedBy: user,
    startedOn: now,
    changedOn: now,
    variables,
    delegations: [createDelegation(1, task, user, '', now)],
    notes: [],
    documents: [],
  };
  return fillSample(call, { case: uid, number });
}

/** Variables in the body are an object, or a list with one object. */
function readVariables(body: unknown): Record<string, unknown> {
  const { variables }: { variables?: unknown } = Object(body);
  const list: unknown[] = Array.isArray(variables) ? variables : [variables];
  return Object.assign({}, ...list.map(Object));
}

/** Answers requests that only read a part of a case. */
function describeOutcome(call: Call, act: CaseAct, one: StoryCase): SandboxAnswer | Refusal {
  const { world } = call;
  const facts = describeCase(world.story, one);
  switch (act) {
    case 'current task':
      return one.status === 'COMPLETED' ? new Refusal(400, 'no current task') : fillSample(call, facts);
    case 'supervises':
      return {
        ...toSample(call.endpoint),
        body: findProcess(call.world.story, one).supervisors.includes(call.user),
      };
    case 'tasks':
      return fillSample(
        call,
        facts.delegations.map((delegation) => ({ ...facts, ...delegation, delegations: [delegation] })),
      );
    case 'pending':
      return fillSample(
        call,
        facts.currentTasks.map((task) => ({ ...facts, ...task })),
      );
    case 'notes': {
      const words = readSentValue(call, 'words') ?? '';
      const by = readSentValue(call, 'user');
      const notes = one.notes
        .filter(({ text, user }) => text.toLowerCase().includes(words.toLowerCase()) && (by ?? user) === user)
        .toReversed();
      return fillSample(
        call,
        notes.map(({ user, writtenOn, text }) => ({
          ...facts,
          ...describeUser(world.story, user),
          note: text,
          writtenOn,
        })),
      );
    }
    default:
      return fillSample(call, facts);
  }
}

/** Answers requests for a list of cases. The list says whose cases it has, and in which state. */
export function answerOfCases(call: Call, list: CaseList): SandboxAnswer {
  const { story, state } = call.world;
  const isWanted = (name: 'number' | 'process' | 'status', one: StoryCase) =>
    [undefined, String(one[name])].includes(readSentValue(call, name));
  const words = (readSentValue(call, 'words') ?? '').toLowerCase();
  const cases = listCurrentCases(story, state).filter(
    (currentCase) =>
      isIn(list, currentCase, call) &&
      `${currentCase.number} ${currentCase.title}`.toLowerCase().includes(words) &&
      (['number', 'process', 'status'] as const).every((name) => isWanted(name, currentCase)),
  );
  return fillSample(
    call,
    cases.map((item) => describeCase(story, item)),
  );
}

function isIn(list: CaseList, one: StoryCase, call: Call): boolean {
  const { user } = call;
  const current = one.delegations.find(({ state }) => state !== 'closed');
  switch (list) {
    case 'inbox':
      return one.status === 'TO_DO' && current?.state === 'open' && current.user === user;
    case 'drafts':
      return one.status === 'DRAFT' && current?.state === 'open' && current.user === user;
    case 'unassigned':
      return current?.user === '' && findTask(call.world.story, current)?.users.includes(user) === true;
    case 'paused':
      return current?.state === 'paused' && current.user === user;
    case 'mine':
      return one.startedBy === user || one.delegations.some((delegation) => delegation.user === user);
    case 'cancelled':
      return one.status === 'CANCELLED';
    case 'completed':
      return one.status === 'COMPLETED' && one.delegations.some((delegation) => delegation.user === user);
    case 'all':
      return true;
  }
}

/** Returns the sample's answer with the facts of this case filled in. */
function fillSample(call: Call, facts: Record<string, unknown> | Record<string, unknown>[]): SandboxAnswer {
  const { endpoint, world } = call;
  const { names } = world.story;
  const sample = readSample(endpoint);
  if (!Array.isArray(facts)) return { ...toSample(endpoint), body: fill(sample, facts, names) };
  const item = findItemSample(sample);
  const items = facts.map((fact) => fill(item, fact, names));
  // The words were searched in the facts.
  return { ...toSample(endpoint), body: listLike(sample, items, { ...readPaging(call), words: '' }) };
}
