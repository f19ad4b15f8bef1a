import type {
  Behaviour,
  CollectionAct,
  RelationAct,
  RowAct,
} from '../../../live/try-it/sandbox/endpoint-data.ts';
import type { Api, Endpoint } from '../endpoints.ts';
import { answerExample } from '../example-value.ts';

/** Behaviour of an endpoint in the sandbox: by its name where it has its own rules, else by its path. */
export function findBehaviour(endpoint: Endpoint, api: Api): Behaviour {
  const { id } = endpoint;
  const act = caseActs[id];
  if (act) return { kind: 'case', act };
  const list = caseLists[id];
  if (list) return { kind: 'cases', list };
  const token = tokenActs[id];
  if (token) return { kind: 'token', act: token };
  const relation = relations[id];
  if (relation) {
    const [name, relationAct] = relation;
    return { kind: 'relation', act: relationAct, ...relationKinds[name], relation: name };
  }
  const several = records[id];
  if (several) return several;
  const rowAct = rowActs[id];
  if (rowAct) return { kind: 'rows', act: rowAct, of: ROWS_OF_TABLE };
  return findCollection(endpoint, api) ?? { kind: 'example' };
}

/** Things with an address each are created, read, changed, deleted and listed as everywhere. */
function findCollection({ method, path }: Endpoint, api: Api): Behaviour | undefined {
  const things = thingsRead(api);
  const at = (act: CollectionAct, find: (of: string, own: string) => boolean): Behaviour | undefined => {
    const matchingThing = things.find((thing) => find(thing.of, thing.path));
    return (
      matchingThing && {
        kind: 'collection',
        act,
        of: matchingThing.of,
        key: findOwnKey(path) ?? matchingThing.key,
        field: matchingThing.field,
      }
    );
  };
  switch (method) {
    case 'GET':
      return (
        at('read', (_, ownPath) => ownPath === path) ??
        at('list', (of) => [of, makePlural(of)].includes(path))
      );
    case 'POST':
      return at('create', (of) => of === path);
    case 'PUT':
      return at('update', (_, ownPath) => hasShape(ownPath, path));
    default:
      return at('delete', (_, ownPath) => hasShape(ownPath, path));
  }
}

/** Two methods of one thing can name its uid differently. */
function hasShape(one: string, other: string): boolean {
  return one.replace(/\{\w+\}$/, '{}') === other.replace(/\{\w+\}$/, '{}');
}

/** The last parameter, if the path ends with one. */
function findOwnKey(path: string): string | undefined {
  return /\{(\w+)\}$/.exec(path)?.[1];
}

function memoizeByKey<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const valuesByKey = new WeakMap<Key, Value>();
  return (key) => {
    const value = valuesByKey.get(key) ?? make(key);
    valuesByKey.set(key, value);
    return value;
  };
}

/** Things with an address of their own, which ends in their name. */
const thingsRead = memoizeByKey((api: Api) =>
  api.endpoints.flatMap((item) => {
    const [, of, key] = /^(.*)\/\{(\w+)\}$/.exec(item.path) ?? [];
    if (item.method !== 'GET' || of === undefined || key === undefined || !isThing(item)) return [];
    const media = item.responses['200']?.content?.['application/json'];
    const example = item.parameters.find(({ name }) => name === key)?.example;
    const fields = Object.entries(Object((media && answerExample(api.document, media)) ?? {}));
    const field =
      key in Object.fromEntries(fields) ? key : fields.find(([, value]) => value === example)?.[0];
    return [{ of, key, path: item.path, field: field ?? key }];
  }),
);

/** Reading answers with an object of JSON. */
function isThing({ responses, tag }: Endpoint): boolean {
  return responses['200']?.content?.['application/json'] !== undefined && !/^(?:Cases|Case )/.test(tag);
}

function makePlural(path: string): string {
  if (path.endsWith('y')) return `${path.slice(0, -1)}ies`;
  return `${path}s`;
}

/** Declares what the sandbox does at endpoints, by their names. The type keeps the literal of each action. */
function acts<const Act extends string>(table: Readonly<Record<string, Act>>): Readonly<Record<string, Act>> {
  return table;
}

export type CaseAct = (typeof caseActs)[string];
const caseActs = acts({
  startCase: 'start',
  startCaseForAnotherUser: 'start',
  readCase: 'read',
  readCurrentTaskOfCase: 'current task',
  listTasksOfCase: 'tasks',
  routeCase: 'route',
  cancelCase: 'cancel',
  pauseCase: 'pause',
  unpauseCase: 'resume',
  claimCase: 'claim',
  assignUnassignedCase: 'assign',
  reassignCase: 'reassign',
  deleteCase: 'delete',
  askWhetherYouSuperviseCase: 'supervises',
  listProcessesYouCanStart: 'first tasks',
  readAllVariablesOfCase: 'variables',
  writeVariablesOfCase: 'write variables',
  readVariable: 'variable',
  readVariableInPages: 'rows',
  setVariableForFirstTime: 'set variable',
  replaceValueOfVariable: 'replace variable',
  removeValueOfVariable: 'remove variable',
  listCaseNotes: 'notes',
  listCaseNotesInPages: 'notes',
  addCaseNote: 'add note',
  listPendingTasksOfCase: 'pending',
  listInputDocumentsOfCase: 'input documents',
  listVersionsOfInputDocument: 'input documents',
  readInputDocumentOfCase: 'document',
  uploadInputDocument: 'upload',
  uploadFilesToVariable: 'upload',
  uploadFilesOfInputDocumentToVariable: 'upload',
  uploadNewVersionToVariable: 'upload',
  deleteInputDocumentOfCase: 'delete document',
  downloadInputDocument: 'file',
  listOutputDocumentsOfCase: 'output documents',
  readOutputDocumentOfCase: 'document',
  generateOutputDocument: 'make document',
  deleteOutputDocumentOfCase: 'delete document',
  downloadOutputDocument: 'file',
});

export type CaseList = (typeof caseLists)[string];
const caseLists = acts({
  listOpenCases: 'inbox',
  listOpenCasesInPages: 'inbox',
  listDrafts: 'drafts',
  listDraftsInPages: 'drafts',
  listCasesWithParticipation: 'mine',
  listCasesWithParticipationInPages: 'mine',
  listUnassignedCases: 'unassigned',
  listUnassignedCasesInPages: 'unassigned',
  listPausedCases: 'paused',
  listPausedCasesInPages: 'paused',
  searchAllCases: 'all',
  searchAllCasesInPages: 'all',
  listDraftsForHomeScreen: 'drafts',
  listInbox: 'inbox',
  listTasksToDo: 'inbox',
  listUnassignedTasksForHomeScreen: 'unassigned',
  listPausedTasksForHomeScreen: 'paused',
  listDraftsByCustomList: 'drafts',
  listInboxByCustomList: 'inbox',
  listUnassignedTasksByCustomList: 'unassigned',
  listPausedTasksByCustomList: 'paused',
  listMyCases: 'mine',
  searchAllCasesForHomeScreen: 'all',
  listInboxCasesByClassicLists: 'inbox',
  listInboxCases: 'inbox',
  countInboxCases: 'inbox',
  countInboxCasesByShortPath: 'inbox',
  listCasesLastTakenPartIn: 'mine',
  listCasesLastTakenPartInByLongPath: 'mine',
  countCasesLastTakenPartIn: 'mine',
  countCasesLastTakenPartInByLongPath: 'mine',
  listHistoryOfParticipation: 'mine',
  countHistoryOfParticipation: 'mine',
  listPausedCasesByClassicLists: 'paused',
  countPausedCases: 'paused',
  listCancelledCases: 'cancelled',
  countCancelledCases: 'cancelled',
  listCompletedCases: 'completed',
  countCompletedCases: 'completed',
  listInboxOfStartedCases: 'mine',
  countInboxOfStartedCases: 'mine',
  listUnassignedCasesByClassicLists: 'unassigned',
  countUnassignedCases: 'unassigned',
});

export type TokenAct = (typeof tokenActs)[string];
const tokenActs = acts({
  askForAuthorizationCode: 'authorize',
  answerConsentScreen: 'consent',
  exchangeAuthorizationCodeForTokens: 'code',
  getTokensWithPassword: 'password',
  refreshTokens: 'refresh',
  getTokenForApplication: 'application',
  expireAccessToken: 'end',
  deleteAccessToken: 'end',
});

/** Path of the rows of a PM Table. */
export const ROWS_OF_TABLE = '/pmtable/{pmt_uid}/data';

const rowActs: Readonly<Record<string, RowAct>> = {
  listRowsOfPMTable: 'list',
  insertRow: 'insert',
  updateRow: 'update',
  deleteRowByOneKey: 'delete',
  deleteRowByTwoKeys: 'delete',
  deleteRowByThreeKeys: 'delete',
};

/** Requests that change what other things are used by. */
const records: Readonly<Record<string, Behaviour>> = {
  attachTriggerToStep: {
    kind: 'record',
    of: '/project/{prj_uid}/activity/{act_uid}/step/{step_uid}/trigger/{tri_uid}',
    key: 'st_type',
    as: {},
  },
  attachTriggerToTask: {
    kind: 'record',
    of: '/project/{prj_uid}/activity/{act_uid}/step/trigger/{tri_uid}',
    key: 'st_type',
    as: {},
  },
  updatePropertiesOfProcess: {
    kind: 'record',
    of: '/project',
    key: 'prj_uid',
    as: { pro_category: 'prj_category', pro_title: 'prj_name', pro_description: 'prj_description' },
  },
  changeSeveralProcesses: { kind: 'delete several', of: '/project', key: 'prj_uid' },
};

const relationKinds = {
  group: { owner: 'grp_uid', key: 'usr_uid', of: '/user' },
  role: { owner: 'rol_uid', key: 'usr_uid', of: '/user' },
  department: { owner: 'dep_uid', key: 'usr_uid', of: '/user' },
  permission: { owner: 'rol_uid', key: 'per_uid', of: '/permission' },
} as const;

const relations: Readonly<Record<string, readonly [keyof typeof relationKinds, RelationAct]>> = {
  listUsersOfGroup: ['group', 'list'],
  listUsersWhoCanJoinGroup: ['group', 'others'],
  addUserToGroup: ['group', 'add'],
  removeUserFromGroup: ['group', 'remove'],
  listUsersOfRole: ['role', 'list'],
  listUsersWhoCanReceiveRole: ['role', 'others'],
  giveRoleToUser: ['role', 'add'],
  takeRoleFromUser: ['role', 'remove'],
  listUsersOfDepartment: ['department', 'list'],
  listUsersWithoutDepartment: ['department', 'others'],
  assignUserToDepartment: ['department', 'add'],
  removeUserFromDepartment: ['department', 'remove'],
  setManagerOfDepartment: ['department', 'lead'],
  listPermissionsOfRole: ['permission', 'list'],
  listPermissionsRoleDoesNotHold: ['permission', 'others'],
  grantPermissionToRole: ['permission', 'add'],
  revokePermissionFromRole: ['permission', 'remove'],
};
