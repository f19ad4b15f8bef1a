import type { CaseAct, CaseList, TokenAct } from '../../../reference/openapi/sandbox/behaviours.ts';

/** Data of an endpoint, fetched with the others of its page. */
export interface EndpointData {
  id: string;
  title: string;
  method: string;
  /** Address up to the path, in parts. */
  base: string;
  path: string;
  parameters: Field[];
  body?: BodyData | undefined;
  needsToken: boolean;
  /** Keys of permissions, of which the user needs one. */
  permission: string[];
  /** Status of a successful answer. */
  status: number;
  /** The documented statuses of the endpoint's errors. */
  errors: number[];
  answer: { kind: 'json'; example: unknown } | { kind: 'file' } | { kind: 'nothing' };
  does: Behaviour;
  /** Uid of the user whose token the sample request carries. */
  by: string;
}

export interface BodyData {
  kind: 'json' | 'form' | 'multipart';
  /** Empty where the body is one value: a list, or an object with names of the reader's own. */
  fields: Field[];
  /** The whole body of the sample. */
  example: unknown;
}

export interface Field {
  name: string;
  in: 'path' | 'query' | 'body';
  type: 'text' | 'number' | 'boolean' | 'json' | 'file';
  required: boolean;
  options?: unknown[] | undefined;
  /** Value in the sample request; undefined where it leaves the field out. */
  example?: unknown;
  /** A uid has 32 characters. */
  isUid?: true | undefined;
  /** How many characters the value may have. */
  length?: { min: number; max: number } | undefined;
  /** A regular expression that the whole value matches. */
  pattern?: string | undefined;
  /** How many items a list has at least. */
  minItems?: number | undefined;
  /** Form of the value: `email`, `date` or `datetime`. */
  format?: string | undefined;
  /** The date is today or later. */
  notPast?: true | undefined;
  /** Whether no other thing of the collection may have the same value. */
  unique?: true | undefined;
  /** The value is the code or the uid of a thing of this kind. */
  refersTo?: 'role' | undefined;
  /** Words that aren't accepted, in capitals. */
  reserved?: string[] | undefined;
  /** Values that at least one item of the list must have. */
  someItem?: Record<string, unknown> | undefined;
  /** Name of the variable that samples of code read it from. */
  secret?: string | undefined;
}

/**
 * Behaviour of an endpoint in the sandbox. `of` is the path of its things, with names of parameters:
 * `/project/{prj_uid}/trigger`. `key` is the parameter that names a thing, `field` the field that has its name; `owner`
 * is the parameter that names what a thing belongs to.
 */
export type Behaviour =
  /** Always answers with the sample. */
  | { kind: 'example' }
  | { kind: 'collection'; act: CollectionAct; of: string; key: string; field: string }
  /** Stores the fields of the body in a thing of `of`. `as` has the names that fields have there. */
  | { kind: 'record'; of: string; key: string; as: Record<string, string> }
  /** Deletes the things that the body names in `key`, without those in use. */
  | { kind: 'delete several'; of: string; key: string }
  | { kind: 'rows'; act: RowAct; of: string }
  | { kind: 'relation'; act: RelationAct; relation: string; key: string; of: string; owner: string }
  | { kind: 'case'; act: CaseAct }
  | { kind: 'cases'; list: CaseList }
  | { kind: 'token'; act: TokenAct };

export type CollectionAct = 'list' | 'create' | 'read' | 'update' | 'delete';
export type RowAct = 'list' | 'insert' | 'update' | 'delete';
export type RelationAct = 'list' | 'others' | 'add' | 'remove' | 'lead';

/** Things of a kind that an endpoint creates, reads, changes and lists: with what the story begins. */
export type Collections = Record<string, Collection>;

export interface Collection {
  items: Record<string, unknown>[];
  guard?: DeleteGuard;
  /** The key columns, if the items are the rows of a table. */
  keys?: string[];
}

/** A thing that the story uses. */
export interface Use {
  uid: string;
  /**
   * The user of the thing: its collection, its key and the field that names the thing. Undefined if no request changes
   * it.
   */
  by?: { collection: string; key: string; field: string } | undefined;
}

/** Rules that protect things from being deleted. One rule that applies is enough. */
export interface DeleteGuard {
  /** Key of the message. */
  reason: string;
  /** Uses at the beginning of the story. */
  used?: Use[] | undefined;
  /** Collections whose things use this kind: those that the reader changes count as they are now. */
  usedIn?: string[] | undefined;
  /** Key of the message if a thing of `usedIn` uses it, where that is another one. */
  usedReason?: string | undefined;
  /** The field with the name of a thing, and the field of its users that contains this name. */
  name?: { field: string; usedAs: string } | undefined;
  /** Fields that can't change while the thing is in use, with the key of the message. */
  fixed?: { fields: string[]; reason: string } | undefined;
  /** A number above 0 in one of these fields: `grp_tasks`. */
  counts?: string[] | undefined;
  /** The relation in which the thing has members, and the collection that the members are from. */
  members?: { relation: string; of: string } | undefined;
  /** Field of other things of the collection that names the thing above them. */
  parent?: string | undefined;
  /** The thing is the user of open cases, or the process of any case. */
  cases?: 'user' | 'process' | undefined;
  /** Uids of things that come with the product: they can't be changed, either. */
  builtIn?: string[] | undefined;
}

/** The file that a page's part fetches. */
export interface PageData {
  endpoints: EndpointData[];
  collections: Collections;
}
