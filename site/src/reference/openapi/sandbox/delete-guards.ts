import type { DeleteGuard } from '../../../live/try-it/sandbox/endpoint-data.ts';
import { collectRoleUids } from './story.ts';
import type { StoryFile } from './story-file.ts';

/** When things of a collection can't be deleted, as the descriptions of the endpoints say. */
export function makeDeleteGuard(of: string, file: StoryFile): DeleteGuard | undefined {
  const [process] = file.processes;
  switch (of) {
    case '/user':
      return { reason: 'user in use', cases: 'user' };
    case '/group':
      return { reason: 'group in use', counts: ['grp_tasks'] };
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
      return { reason: 'category in use', counts: ['cat_total_processes'] };
    case '/calendar':
      return {
        reason: 'calendar in use',
        counts: ['cal_total_users', 'cal_total_processes', 'cal_total_tasks'],
      };
    case '/email':
      return { reason: 'default server', counts: ['mess_default'] };
    case '/project':
      return { reason: 'process in use', cases: 'process' };
    case '/project/{prj_uid}/dynaform':
      return { reason: 'form in use', used: listSubforms(file) };
    case '/project/{prj_uid}/input-document':
      return { reason: 'document in use', used: process?.inputDocuments.map(({ uid }) => uid) };
    case '/project/{prj_uid}/output-document':
      return { reason: 'document in use', used: process?.outputDocuments.map(({ uid }) => uid) };
    case '/project/{prj_uid}/process-variable':
      return { reason: 'variable in use', used: listVariablesOfForms(file) };
    case '/project/{prj_uid}/trigger':
      return { reason: 'trigger in use', used: process?.triggers.filter(isUsed).map(({ uid }) => uid) };
    default:
      return undefined;
  }
}

type Process = StoryFile['processes'][number];

/** Whether a step, a task or an event uses the trigger of the story. */
export function isUsed({ moment }: Process['triggers'][number]): boolean {
  return !moment.startsWith('none');
}

/** Variables of the process that have a uid in the story. */
export function listVariables({ variables }: Process) {
  return variables.filter((variable) => typeof variable !== 'string');
}

function listControls({ dynaforms }: Process) {
  return dynaforms.flatMap(({ rows }) => rows.flat());
}

/** Uids of the Dynaforms that other Dynaforms contain. */
function listSubforms({ processes }: StoryFile): string[] {
  return processes.flatMap((process) => {
    const titles = new Set(listControls(process).map(({ form }) => form));
    return process.dynaforms.filter(({ title }) => titles.has(title)).map(({ uid }) => uid);
  });
}

function listVariablesOfForms({ processes }: StoryFile): string[] {
  return processes.flatMap((process) => {
    const names = new Set(listControls(process).map(({ variable }) => variable));
    return listVariables(process)
      .filter(({ name }) => names.has(name))
      .map(({ uid }) => uid);
  });
}
