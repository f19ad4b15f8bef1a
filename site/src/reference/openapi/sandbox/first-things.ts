import { isRecord } from '../../../live/try-it/sandbox/check-request.ts';
import type { Collections, EndpointData } from '../../../live/try-it/sandbox/endpoint-data.ts';
import type { Story } from '../../../live/try-it/sandbox/story.ts';
import { ROWS_OF_TABLE } from './behaviours.ts';
import { isUsed, listVariables, makeDeleteGuard } from './delete-guards.ts';
import { collectRoleUids } from './story.ts';
import type { StoryFile } from './story-file.ts';

type Thing = Record<string, unknown>;

/** The things that a collection has at first: those of the story, and those that the samples name. */
export function collectFirstThings(
  { of, key, field = key }: { of: string; key: string; field?: string },
  endpoints: readonly EndpointData[],
  file: StoryFile,
  story: Story,
): Collections[string] {
  const things = new Map<string, Thing>();
  const shape = findExample(endpoints, of, 'read') ?? findExample(endpoints, of, 'list');
  const add = (item: Thing) => {
    const name =
      Object.keys(item).find((candidate) => candidate.toLowerCase() === field.toLowerCase()) ?? field;
    const uid = String(item[name]);
    things.set(uid, { ...things.get(uid), ...item });
  };
  if (shape) add(shape);
  for (const item of [...listThingsOfStory(of, file, story), ...listUnused(of, file)])
    add({ ...shape, ...item });
  for (const { does, answer, parameters } of endpoints) {
    if (does.kind !== 'collection' || does.of !== of) continue;
    const example = parameters.find(({ name }) => name === does.key)?.example;
    // A sample that changes or deletes has something to change.
    if (example !== undefined && !things.has(String(example))) add({ ...shape, [field]: example });
    if (answer.kind === 'json' && does.act === 'list')
      for (const item of listItems(answer.example)) add(item);
  }
  const guard = makeDeleteGuard(of, file);
  return { items: [...things.values()], ...(guard && { guard }) };
}

function listUnused(of: string, { unused }: StoryFile): Thing[] {
  return unused.filter(({ collection }) => collection === of).map(({ fields }) => fields);
}

/** The rows of the story's PM Tables, by their paths. */
export function collectTables({ pmTables }: StoryFile): Collections {
  return Object.fromEntries(
    pmTables.map(({ uid, columns, rows }) => [
      ROWS_OF_TABLE.replace('{pmt_uid}', uid),
      {
        keys: columns.filter(([, , role]) => role === 'key').map(([name]) => name),
        items: rows.map((cells) =>
          Object.fromEntries(columns.map(([name], index) => [name.toLowerCase(), cells[index] ?? ''])),
        ),
      },
    ]),
  );
}

function findExample(endpoints: readonly EndpointData[], of: string, act: string): Thing | undefined {
  const one = endpoints.find(({ does }) => does.kind === 'collection' && does.of === of && does.act === act);
  if (one?.answer.kind !== 'json') return undefined;
  const { example } = one.answer;
  const [first] = listItems(example);
  return act === 'list' ? first : isRecord(example) ? example : undefined;
}

function listItems(example: unknown): Thing[] {
  const list: unknown = isRecord(example) ? Object.values(example).find(Array.isArray) : example;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function listThingsOfStory(of: string, file: StoryFile, { permissions }: Story): Thing[] {
  const { users, groups, departments, processes } = file;
  const [process] = processes;
  const findUser = (username: string) => users.find((user) => user.username === username);
  switch (of) {
    case '/user':
      return users.map((user) => ({
        usr_uid: user.uid,
        usr_username: user.username,
        usr_firstname: user.firstName,
        usr_lastname: user.lastName,
        usr_email: user.email,
        usr_status: user.status,
        usr_role: user.role,
        usr_position: user.position,
        dep_uid: departments.find(({ name }) => name === user.department)?.uid,
        usr_supervisor: departments.some(({ manager }) => manager === user.username),
      }));
    case '/group':
      // Articles create the others.
      return groups
        .filter(({ usedBy }) => usedBy === undefined)
        .map(({ uid, title, members }) => ({
          grp_uid: uid,
          grp_title: title,
          grp_status: 'ACTIVE',
          grp_users: members.length,
          grp_tasks: processes.flatMap(({ tasks }) => tasks).filter((task) => task.groups.includes(title))
            .length,
        }));
    case '/role':
      return [...collectRoleUids(file)]
        .filter(([code]) => code !== 'AUDITOR')
        .map(([code, uid]) => ({
          rol_uid: uid,
          rol_code: code,
          rol_name: file.roles.find((role) => role.code === code)?.name ?? code,
          rol_total_users: users.filter(({ role }) => role === code).length,
        }));
    case '/departments':
      return departments.map(({ uid, name, parent, manager }) => ({
        dep_uid: uid,
        dep_title: name,
        dep_parent: departments.find((candidate) => candidate.name === parent)?.uid ?? '',
        dep_manager: findUser(manager)?.uid,
        dep_manager_username: manager,
        dep_manager_firstname: findUser(manager)?.firstName,
        dep_manager_lastname: findUser(manager)?.lastName,
        dep_members: users.filter(({ department }) => department === name).length,
      }));
    case '/permission':
      return Object.entries(permissions).map(([code, uid]) => ({
        per_uid: uid,
        per_code: code,
        per_name: code,
      }));
    case '/project':
      return processes.map(({ uid, title, description }) => ({
        prj_uid: uid,
        prj_name: title,
        ...(uid !== process?.uid && { prj_description: description, diagrams: [] }),
      }));
    case '/project/{prj_uid}/dynaform':
      return (process?.dynaforms ?? []).map(({ uid, title }) => ({
        dyn_uid: uid,
        dyn_title: title,
        ...(title !== process?.title && {
          dyn_description: '',
          dyn_content: JSON.stringify({ name: title, items: [] }),
        }),
      }));
    case '/project/{prj_uid}/process-variable':
      return (process ? listVariables(process) : []).map(({ uid, name, type }) => ({
        var_uid: uid,
        var_name: name,
        var_field_type: type,
        var_label: name,
        var_sql: '',
      }));
    case '/project/{prj_uid}/trigger':
      return (process?.triggers ?? [])
        .filter((trigger) => !isUsed(trigger))
        .map(({ uid, title }) => ({ tri_uid: uid, tri_title: title, tri_description: '', tri_webbot: '' }));
    default:
      return [];
  }
}
