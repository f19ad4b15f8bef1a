import { hash } from 'node:crypto';
import { addMinutes } from '../../../live/try-it/sandbox/case-moves.ts';
import type {
  CaseDocument,
  Delegation,
  Story,
  StoryCase,
  StoryProcess,
} from '../../../live/try-it/sandbox/story.ts';
import type { PermissionData } from '../../data.ts';
import { phrases, refusalMessages } from './messages.ts';
import { names } from './names.ts';
import type { StoryFile } from './story-file.ts';

/** The day on which the story is read. */
const TODAY = '2026-03-11 08:05:00';

export function createSandboxStory(data: StoryFile, { permissions }: PermissionData): Story {
  const uids = new Map(data.users.map(({ username, uid }) => [username, uid]));
  const findUid = (username: string) => uids.get(username) ?? '';
  const members = new Map(data.groups.map(({ title, members }) => [title, members.map(findUid)]));
  const processes = data.processes.map((process) => buildProcess(process, members));
  const { oauthApplication: application } = data;
  const groups = Object.fromEntries(data.groups.map(({ uid, title }) => [uid, members.get(title) ?? []]));
  const usersInGroups = data.users.filter((user) => user.groups.length > 0);
  const departments = Object.fromEntries(
    data.departments.map(({ uid, name }) => [
      uid,
      usersInGroups.filter(({ department }) => department === name).map((user) => user.uid),
    ]),
  );
  const roles = [...collectRoleUids(data)].map(([code, uid]) => [
    uid,
    data.users.filter(({ role }) => role === code).map((user) => user.uid),
  ]);
  return {
    users: data.users.map((user) => ({
      uid: user.uid,
      name: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      role: user.role,
      status: user.status,
      department: data.departments.find(({ name }) => name === user.department)?.uid ?? '',
    })),
    relations: {
      group: groups,
      department: departments,
      role: Object.fromEntries(roles),
      permission: Object.fromEntries(
        [...collectRoleUids(data)].map(([code, uid]) => [
          uid,
          permissions.filter(({ roles }) => roles.includes(code)).map(({ id }) => findPermissionUid(id)),
        ]),
      ),
    },
    roles: Object.fromEntries(collectRoleUids(data)),
    permissions: Object.fromEntries(permissions.map(({ id }) => [id, findPermissionUid(id)])),
    fixedRole: collectRoleUids(data).get('PROCESSMAKER_ADMIN') ?? '',
    userCollection: '/user',
    assigneeCollections: ['/activity/{task}/assignee', '/activity/{task}/adhoc-assignee'],
    seesAllCases: findPermissionUid('PM_ALLCASES'),
    reassignsAnyCase: findPermissionUid('PM_REASSIGNCASE'),
    reassignsSupervisedCases: findPermissionUid('PM_REASSIGNCASE_SUPERVISOR'),
    deletesOthersDrafts: findPermissionUid('PM_DELETECASE'),
    departments: Object.fromEntries(
      data.departments.map(({ uid, manager, parent }) => [
        uid,
        {
          manager: findUid(manager),
          parent: data.departments.find(({ name }) => name === parent)?.uid ?? '',
        },
      ]),
    ),
    processes,
    cases: data.cases.map((item) => buildCase(item, findUid, processes)),
    tokens: {
      ...Object.fromEntries(
        data.users
          // The application's token is its owner's.
          .filter(({ username }) => username !== application.owner)
          .map(({ uid, username }) => [makeToken(username), { user: uid }]),
      ),
      [application.accessToken]: { user: findUid(application.owner) },
      [makeToken('expired')]: { user: findUid(application.owner), expired: true as const },
    },
    application: {
      id: application.clientId,
      secret: application.clientSecret,
      callback: application.callback,
      owner: findUid(application.owner),
      password: application.password,
      code: application.code,
    },
    refresh: { [application.refreshToken]: findUid(application.owner) },
    messages: refusalMessages,
    phrases,
    names,
  };
}

/** A token of each user, as long as a real one. */
export function makeToken(name: string): string {
  return hash('sha1', `token of ${name}`);
}

/** The uid that the samples use for a permission. */
function findPermissionUid(key: string): string {
  return key === 'PM_CASES' ? 'be7035968f19e3380b020be8052fa61f' : hash('md5', key);
}

/** Uids of roles by code: the installed roles, and those that the story adds. */
export function collectRoleUids({ roles, users }: Pick<StoryFile, 'roles' | 'users'>): Map<string, string> {
  const uidByRole = new Map(roles.map(({ code, uid }) => [code, uid]));
  for (const { role } of users) if (!uidByRole.has(role)) uidByRole.set(role, hash('md5', role));
  return uidByRole;
}

function buildProcess(
  one: StoryFile['processes'][number],
  members: ReadonlyMap<string, string[]>,
): StoryProcess {
  const task = new Map(one.tasks.map(({ name, uid }) => [name, uid]));
  const listUsers = (groups: readonly string[]) => groups.flatMap((group) => members.get(group) ?? []);
  return {
    uid: one.uid,
    title: one.title,
    category: one.category?.name ?? '',
    tasks: one.tasks.map(({ uid, name, assignment, groups, starting, dueDays }) => ({
      uid,
      title: name,
      isFirst: starting,
      assignment:
        assignment === 'Self service' ? 'claimed' : assignment === 'Reports to' ? 'manager' : 'in turn',
      users: listUsers(groups),
      dueDays,
    })),
    flows: one.flows.map(({ from, to, condition }) => ({
      from: task.get(from) ?? from,
      to: task.get(to) ?? to,
      condition,
    })),
    documents: Object.fromEntries(
      [...one.inputDocuments, ...one.outputDocuments].map(({ uid, title }) => [uid, title]),
    ),
    supervisors: listUsers(one.supervisors),
  };
}

function buildCase(
  one: StoryFile['cases'][number],
  uidOf: (username: string) => string,
  processes: readonly StoryProcess[],
): StoryCase {
  const process = processes.find(({ title }) => title === (one.process ?? 'Purchase request'));
  const startedOn = one.startedOn ?? TODAY;
  const startedBy = uidOf(one.startedBy ?? '');
  const delegations = listDelegations(one, uidOf, process, startedOn);
  return {
    uid: one.uid,
    number: one.number,
    title: one.title ?? one.process ?? '',
    process: process?.uid ?? '',
    status: one.status,
    startedBy,
    startedOn,
    changedOn: delegations.at(-1)?.sentOn ?? startedOn,
    variables: one.data,
    delegations,
    notes: [],
    documents: one.outputDocuments.map(
      ({ uid, title, fileName, createdBy }): CaseDocument => ({
        uid,
        of: Object.entries(process?.documents ?? {}).find(([, name]) => name === title)?.[0] ?? '',
        kind: 'output',
        fileName,
        comment: '',
        version: 1,
        user: uidOf(createdBy),
        madeOn: TODAY,
      }),
    ),
  };
}

/** The tasks up to the current one, each of the user who did it. */
function listDelegations(
  one: StoryFile['cases'][number],
  uidOf: (username: string) => string,
  process: StoryProcess | undefined,
  startedOn: string,
): Delegation[] {
  const current = one.currentTask ?? process?.tasks.at(-1)?.title;
  const tasks = process?.tasks ?? [];
  const last = tasks.findIndex(({ title }) => title === current);
  const delegationLines = one.delegations?.map((line) => line.split(': '));
  const routing =
    delegationLines?.map(([title, username = '']) => [title, uidOf(username)]) ??
    tasks
      .slice(0, last + 1)
      // The budget is asked for large amounts only.
      .filter(({ title }) => title !== 'Approve budget' || current === title)
      .map(({ title, users }, index, all) => [
        title,
        index === all.length - 1
          ? uidOf(one.currentUser === undefined ? 'peter.novak' : (one.currentUser ?? ''))
          : index === 0
            ? uidOf(one.startedBy ?? '')
            : users[0],
      ]);
  return routing.map(([title = '', user = ''], index): Delegation => {
    const isOpen = index === routing.length - 1 && one.status !== 'COMPLETED';
    const sentOn = index === 0 ? startedOn : addMinutes(startedOn, index);
    return {
      index: index + 1,
      task: tasks.find((task) => task.title === title)?.uid ?? '',
      user,
      previousUser: routing[index - 1]?.[1] ?? '',
      state: isOpen ? 'open' : 'closed',
      sentOn,
      openedOn: user === '' ? '' : sentOn,
      dueOn: isOpen && one.dueOn !== undefined ? one.dueOn : addMinutes(sentOn, 1440),
      finishedOn: isOpen ? '' : addMinutes(sentOn, 1),
    };
  });
}
