/**
 * The sandbox's data of the running story, made from the manual's data and fetched when a reader opens the part.
 * Scripts don't contain it.
 */
export interface Story {
  users: StoryUser[];
  /** Uids of a group's users; the groups themselves are a collection. */
  relations: Record<string, Record<string, string[]>>;
  /** Uid of each role, by its code. */
  roles: Record<string, string>;
  /** Uid of each permission, by its key. */
  permissions: Record<string, string>;
  /** Uid of the role that keeps all its permissions. */
  fixedRole: string;
  /** Collection of the users. */
  userCollection: string;
  /** Collections of users and groups that a task has besides its own. `{task}` is its uid. */
  assigneeCollections: string[];
  /** Uids of the permissions to see all cases, to reassign any case or those one supervises, and to delete others' drafts. */
  seesAllCases: string;
  reassignsAnyCase: string;
  reassignsSupervisedCases: string;
  deletesOthersDrafts: string;
  /** Department → manager of it, and the department above. */
  departments: Record<string, { manager: string; parent: string }>;
  processes: StoryProcess[];
  cases: StoryCase[];
  tokens: Record<string, Token>;
  application: {
    id: string;
    secret: string;
    callback: string;
    owner: string;
    password: string;
    code: string;
  };
  refresh: Record<string, string>;
  /** Messages of errors, by reason: `completed`. */
  messages: Record<string, string>;
  /** The phrase of a status. */
  phrases: Record<string, string>;
  /** Fact that a field of an answer or a parameter holds: `app_number` → `number`. */
  names: Record<string, string>;
}

export interface StoryUser {
  uid: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  status: string;
  department: string;
}

export interface StoryProcess {
  uid: string;
  title: string;
  category: string;
  tasks: StoryTask[];
  flows: StoryFlow[];
  /** Ids and names of its input and output documents. */
  documents: Record<string, string>;
  supervisors: string[];
}

export interface StoryTask {
  uid: string;
  title: string;
  isFirst: boolean;
  assignment: 'in turn' | 'manager' | 'claimed';
  /** Uids of the users who may get it. */
  users: string[];
  dueDays: number;
}

/** Between uids of tasks, names of gateways and events. */
export interface StoryFlow {
  from: string;
  to: string;
  condition?: string | undefined;
}

export interface StoryCase {
  uid: string;
  number: number;
  title: string;
  process: string;
  status: 'DRAFT' | 'TO_DO' | 'COMPLETED' | 'CANCELLED';
  startedBy: string;
  startedOn: string;
  changedOn: string;
  parent?: string | undefined;
  variables: Record<string, unknown>;
  delegations: Delegation[];
  notes: Note[];
  documents: CaseDocument[];
}

export interface Delegation {
  index: number;
  task: string;
  /** Empty until the task is claimed. */
  user: string;
  previousUser: string;
  state: 'open' | 'paused' | 'closed';
  sentOn: string;
  openedOn: string;
  dueOn: string;
  finishedOn: string;
}

export interface Note {
  user: string;
  writtenOn: string;
  text: string;
}

export interface CaseDocument {
  uid: string;
  /** Id of the document's definition in the process. */
  of: string;
  kind: 'input' | 'output' | 'file';
  fileName: string;
  comment: string;
  version: number;
  user: string;
  madeOn: string;
}

export interface Token {
  user: string;
  expired?: true;
}
