import { dataComponent, level, oneOfGroups } from './component.ts';
import { type PermissionData, permissionKeys } from './data.ts';
import { linkTo } from './linked-prose.ts';
import { blocks, formatCode, formatHeading, joinWords, prose, table } from './markdown.ts';

type Permission = PermissionData['permissions'][number];

/** `<Permissions group="setup" level="3" />`: a section for each permission key of a group, which readers open. */
export const permissions = dataComponent(
  permissionKeys,
  { group: oneOfGroups('group of permissions', ({ groups }: PermissionData) => groups), level: level(3) },
  ({ group, level }) => [
    {
      summary: group.length === 1 ? '1 permission key' : `${group.length} permission keys`,
      parts: group.map(({ id, meaning, roles }) => {
        const holders = roles.length === 0 ? 'no role' : joinWords(roles.map(formatCode), 'and');
        return blocks(formatHeading(level, id, id), prose(meaning), `**Held as installed by:** ${holders}.`);
      }),
    },
  ],
);

/** `<PermissionTable group="setup" />`: the keys of one group, or all, against the roles as installed. */
export const permissionTable = dataComponent(
  permissionKeys,
  { group: oneOfGroups('group of permissions', ({ groups }: PermissionData) => groups, 'all') },
  ({ group, host, data: { permissions, roles } }) => [
    table(
      // In the order of the keys, not of the groups.
      permissions.filter((one) => group.includes(one)),
      [
        ['Permission', (one) => linkTo(host, one, formatCode(one.id))],
        ...roles.map(
          ({ id, title }) => [title, (one: Permission) => (one.roles.includes(id) ? 'Yes' : 'No')] as const,
        ),
      ],
    ),
  ],
);
