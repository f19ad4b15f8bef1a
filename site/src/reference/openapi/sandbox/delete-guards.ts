import type { DeleteGuard, Use } from '../../../live/try-it/sandbox/endpoint-data.ts';
import { collectRoleUids } from './story.ts';
import type { StoryFile } from './story-file.ts';

/**
 * Creates the rules that protect things of a collection from being deleted, as the descriptions of the endpoints state
 * them.
 */
export function makeDeleteGuard(of: string, file: StoryFile): DeleteGuard | undefined {
  const [process] = file.processes;
  switch (of) {
    case '/user':
      return {
        reason: 'user in use',
        cases: 'user',
        usedReason: 'user in design',
        usedIn: [...ASSIGNEES, '/project/{prj_uid}/process-supervisor'],
        builtIn: ['00000000000000000000000000000001', '00000000000000000000000000000002'],
      };
    case '/group':
      return {
        reason: 'group in use',
        used: file.groups.flatMap(({ uid, title }) =>
          file.processes
            .flatMap(({ tasks }) => tasks)
            .filter(({ groups }) => groups.includes(title))
            .map(() => ({ uid })),
        ),
        usedIn: ASSIGNEES,
      };
    case '/departments':
      return {
        reason: 'department in use',
        members: { relation: 'department', of: '/user' },
        parent: 'dep_parent',
      };
    case '/role':
      return {
        reason: 'role in use',
        members: { relation: 'role', of: '/user' },
        builtIn: [...collectRoleUids(file)]
          .filter(([code]) => file.roles.every((role) => role.code !== code))
          .map(([, uid]) => uid),
      };
    case '/project/category':
      return {
        reason: 'category in use',
        used: file.processes.flatMap(({ uid, category }) =>
          category
            ? [{ uid: category.uid, by: { collection: '/project', key: uid, field: 'prj_category' } }]
            : [],
        ),
        usedIn: ['/project'],
      };
    case '/calendar':
      return {
        reason: 'calendar in use',
        counts: ['cal_total_users', 'cal_total_processes', 'cal_total_tasks'],
        usedIn: ['/user', '/project', '/project/{prj_uid}/activity'],
      };
    case '/email':
      return { reason: 'default server', counts: ['mess_default'] };
    case '/project':
      return { reason: 'process in use', cases: 'process' };
    case '/project/{prj_uid}/dynaform':
      return { reason: 'form in use', used: listSubforms(file), usedIn: [DYNAFORMS] };
    case '/project/{prj_uid}/input-document':
      return {
        reason: 'document in use',
        used: listUsesBySteps(file, process?.inputDocuments),
        usedIn: [
          STEPS,
          '/project/{prj_uid}/process-permission',
          '/project/{prj_uid}/process-supervisor/input-document',
          '/project/{prj_uid}/process-variable',
        ],
      };
    case '/project/{prj_uid}/output-document':
      return {
        reason: 'document in use',
        used: listUsesBySteps(file, process?.outputDocuments),
        usedIn: [STEPS],
      };
    case '/project/{prj_uid}/process-variable':
      return {
        reason: 'variable in use',
        used: listVariablesOfForms(file),
        usedIn: [DYNAFORMS],
        name: { field: 'var_name', usedAs: 'variable' },
        fixed: { fields: ['var_field_type'], reason: 'type in use' },
      };
    case '/project/{prj_uid}/trigger':
      return {
        reason: 'trigger in use',
        used: process?.triggers.filter(isUsed).map(({ uid }) => ({ uid })),
        usedIn: [
          `${STEPS}/{step_uid}/trigger/{tri_uid}`,
          `${STEPS}/trigger/{tri_uid}`,
          '/project/{prj_uid}/script-task',
          '/project/{prj_uid}/event',
          '/project',
        ],
      };
    default:
      return undefined;
  }
}

const STEPS = '/project/{prj_uid}/activity/{act_uid}/step';
const DYNAFORMS = '/project/{prj_uid}/dynaform';
const ASSIGNEES = [
  '/project/{prj_uid}/activity/{act_uid}/assignee',
  '/project/{prj_uid}/activity/{act_uid}/adhoc-assignee',
];

type Process = StoryFile['processes'][number];

/** Whether a step, a task or an event uses the trigger of the story. */
export function isUsed({ moment }: Process['triggers'][number]): boolean {
  return !moment.startsWith('none');
}

/** Variables of the process that have a uid in the story. */
export function listVariables({ variables }: Process) {
  return variables.filter((variable) => typeof variable !== 'string');
}

/** Steps of the story that show the documents: one use for each. */
function listUsesBySteps({ processes }: StoryFile, documents: Process['inputDocuments'] = []): Use[] {
  const titles = processes.flatMap(({ tasks }) =>
    tasks.flatMap(({ steps }) => steps.map(({ title }) => title)),
  );
  return documents.flatMap(({ uid, title }) =>
    titles.filter((candidate) => candidate === title).map(() => ({ uid })),
  );
}

/** The form of the story that uses something, until the reader changes its content or deletes it. */
function findUseByForm(process: Process, form: Process['dynaforms'][number], uid: string): Use {
  const collection = DYNAFORMS.replace('{prj_uid}', process.uid);
  return { uid, by: { collection, key: form.uid, field: 'dyn_content' } };
}

/** Dynaforms that other Dynaforms contain. */
function listSubforms({ processes }: StoryFile): Use[] {
  return processes.flatMap((process) =>
    process.dynaforms.flatMap((form) => {
      const titles = new Set(form.rows.flat().map((control) => control.form));
      return process.dynaforms
        .filter(({ title }) => titles.has(title))
        .map(({ uid }) => findUseByForm(process, form, uid));
    }),
  );
}

function listVariablesOfForms({ processes }: StoryFile): Use[] {
  return processes.flatMap((process) =>
    process.dynaforms.flatMap((form) => {
      const names = new Set(form.rows.flat().map(({ variable }) => variable));
      return listVariables(process)
        .filter(({ name }) => names.has(name))
        .map(({ uid }) => findUseByForm(process, form, uid));
    }),
  );
}
