import type { SiteComponent, SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { z } from 'zod';
import { dataFiles } from '../data-files.ts';
import { blocks, code, heading, listOf, prose, table } from '../markdown.ts';
import { dataOf, isRefusal, levelOf, linkTo, required, unknownName, unknownProps } from '../requests.ts';

const named = z.strictObject({ id: z.string(), title: z.string() });
const permission = z.strictObject({
  id: z.string(),
  group: z.string(),
  meaning: z.string(),
  /** Codes of the roles that hold it as installed. */
  roles: z.array(z.string()),
});
const schema = z.strictObject({
  page: z.string(),
  roles: z.array(named),
  groups: z.array(named),
  permissions: z.array(permission),
});

export type PermissionData = z.infer<typeof schema>;
type Permission = z.infer<typeof permission>;

export function parsePermissionData(text: string): PermissionData {
  return schema.parse(JSON.parse(text));
}

/** `<Permissions group="setup" level="3" />`: a section for each permission key of a group. */
export const permissions: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['group', 'level']);
  if (wrong) return wrong;
  const group = required(props, 'group');
  const level = levelOf(props, 3);
  const data = permissionData(host);
  if (isRefusal(group)) return group;
  if (isRefusal(level)) return level;
  if (isRefusal(data)) return data;
  const known = data.groups.map(({ id }) => id);
  if (!known.includes(group)) return unknownName('group of permissions', group, known);
  return data.permissions
    .filter((one) => one.group === group)
    .map((one) => blocks(heading(level, one.id, one.id), prose(one.meaning), holders(one)));
};

/** `<PermissionTable group="setup" />`: the keys of one group, or all, against the roles as installed. */
export const permissionTable: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['group']);
  if (wrong) return wrong;
  const data = permissionData(host);
  if (isRefusal(data)) return data;
  const { group } = props;
  const known = data.groups.map(({ id }) => id);
  if (group !== undefined && !known.includes(group)) return unknownName('group of permissions', group, known);
  const rows = data.permissions
    .filter((one) => group === undefined || one.group === group)
    .map((one) => [
      linkTo(host, data.page, one.id, code(one.id)),
      ...data.roles.map(({ id }) => (one.roles.includes(id) ? 'Yes' : 'No')),
    ]);
  return [table(['Permission', ...data.roles.map(({ title }) => title)], rows)];
};

function permissionData(host: SiteComponentHost): PermissionData | SiteRefusal {
  return dataOf(host, dataFiles.permissions, parsePermissionData);
}

function holders({ roles }: Permission): string {
  return `**Held as installed by:** ${roles.length === 0 ? 'no role' : listOf(roles.map(code), 'and')}.`;
}
